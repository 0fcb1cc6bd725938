"""Search words: the one way in which text and queries are cut for the index.

FTS5's own tokenisers fail on Han text (unicode61 takes a whole run as one word, trigram finds nothing under
three characters), so a Han run becomes overlapping pairs plus its last character, here, and FTS5 only
splits at spaces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

MAX_WORD = 64
"""Longer words (base64, hashes) are cut: both sides cut alike, so they are still found."""
MAX_QUERY = 2_000
"""Characters of a query that are read; a longer one is a paste and belongs into the paste box."""
MAX_TERMS = 32
"""Terms of a query that are used."""

_HAN_CLASS = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
HAN_RUN = re.compile(f"[{_HAN_CLASS}]+")
"""Han and kana: scripts written without spaces."""
_RUN = re.compile(rf"[^\W_{_HAN_CLASS}]+|[{_HAN_CLASS}]+")
_ASCII_RUN = re.compile(r"[a-z0-9]+")
_NAME = re.compile(r"[\w.-]+")
_CAMEL_NAME = re.compile(r"[A-Za-z0-9]*(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z])[A-Za-z0-9]*")
_CAMEL_PART = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+")
_CHUNK = re.compile(r'(-?)"([^"]*)"?|(\S+)')


@dataclass(frozen=True, slots=True)
class Term:
    """One condition of a query."""

    words: tuple[str, ...]
    """Index words that must follow each other."""
    whole: str | None = None
    """The identifier as written, when the term is one."""
    prefix: bool = False
    """The last word is only the beginning of one."""
    excluded: bool = False
    han: bool = False
    """The last word is Han text: it may start or end within a longer run."""
    text: str = ""
    """The folded text of the term, for marks."""
    others: tuple[Term, ...] = ()
    """What will do instead."""


def fold(text: str) -> str:
    """`text` in NFKC and lower case."""
    return unicodedata.normalize("NFKC", text).lower()


def _scripts(folded: str) -> Iterator[tuple[str, bool]]:
    """Runs of letters and digits, cut where Han text begins or ends, each with whether it is Han."""
    for run in _RUN.findall(folded):
        yield run, not run.isascii() and HAN_RUN.match(run) is not None


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run))]


def words(text: str) -> list[str]:
    """The search words of `text` in order: lower-cased, identifiers in their plain parts, Han runs as
    overlapping pairs and their last character."""
    if text.isascii():
        return [run[:MAX_WORD] for run in _ASCII_RUN.findall(text.lower())]
    found: list[str] = []
    for run in _RUN.findall(fold(text)):
        if run.isascii() or not HAN_RUN.match(run):
            found.append(run[:MAX_WORD])
        else:
            found.extend(_pairs(run))
    return found


def _plain_word(name: str) -> bool:
    return name.isalnum() and (name == name.lower() or name.istitle() or name.isupper())


def names(text: str) -> tuple[list[str], list[str]]:
    """`identifiers(text)` and `camel_parts(text)` in one pass."""
    whole: dict[str, None] = {}
    camel: dict[str, None] = {}
    for name in dict.fromkeys(_NAME.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))):
        if (name.islower() and name.isalnum()) or _plain_word(name):  # most words are told without the call
            continue
        bare = name.strip(".-")
        full = f"--{bare}" if name.startswith("--") else bare
        if bare.strip("_") and len(full) <= MAX_WORD and not _plain_word(full):
            whole[full.lower()] = None
        if not name.islower():
            camel.update(dict.fromkeys(_CAMEL_NAME.findall(name)))
    return list(whole), [part.lower() for name in camel for part in _CAMEL_PART.findall(name)]


def identifiers(text: str) -> list[str]:
    """The identifiers of `text` whole and lower-cased: `determine_available_memory`, `--enforce-eager`,
    `a.b.c`, `0.25.1`, `flashmla_sparse`, `glmmoedsaforcausallm`; in order, repeated ones once."""
    return names(text)[0]


def camel_parts(text: str) -> list[str]:
    """The parts of the distinct CamelCase names of `text`, lower-cased: `GlmMoeDsaForCausalLM` gives glm moe
    dsa for causal lm. One list for the whole text, in order."""
    return names(text)[1]


def index_form(text: str) -> str:
    """What goes into FTS5 for `text`: its words with spaces between."""
    return " ".join(words(text))


def _strict(text: str, excluded: bool) -> Iterator[Term]:
    """A quoted phrase: all its words in this order."""
    parts: list[str] = []
    runs = list(_scripts(fold(text)))
    prefix = han = False
    for number, (run, is_han) in enumerate(runs):
        last = number == len(runs) - 1
        if not is_han:
            parts.append(run[:MAX_WORD])
            continue
        pairs = _pairs(run)
        # Within a longer run of the article the last character is the first half of a pair.
        prefix, han = last and len(run) == 1, last
        parts.extend(pairs[:-1] if last and len(run) > 1 else pairs)
    if parts:
        yield Term(tuple(parts), prefix=prefix, excluded=excluded, han=han, text=" ".join(r for r, _ in runs))


def _plain(chunk: str) -> Iterator[Term]:
    """A bare word: its identifier, or its runs apart (the two of `vllm显存` need not stand together)."""
    excluded = len(chunk) > 1 and chunk[0] == "-" and chunk[1] != "-"
    body = chunk[1:] if excluded else chunk
    latin: list[str] = []
    for run, han in [*_scripts(fold(body)), ("", True)]:
        if not han:
            latin.append(run[:MAX_WORD])
            continue
        if latin:
            names = identifiers(body) if len(latin) > 1 or body.startswith("--") else []
            whole = next((name for name in names if words(name) == latin), None)
            parts = tuple(camel_parts(body)) if len(latin) == 1 else ()
            others = (Term(parts, text=" ".join(parts)),) if len(parts) > 1 else ()
            yield Term(tuple(latin), whole=whole, excluded=excluded, text=" ".join(latin), others=others)
            latin = []
        if run:
            pairs = _pairs(run)
            kept = tuple(pairs[:-1]) or tuple(pairs)
            yield Term(kept, prefix=len(run) == 1, excluded=excluded, han=True, text=run)


def terms(query: str) -> tuple[Term, ...]:
    """The conditions of `query`: bare words, "quoted phrases" and -exclusions. At most `MAX_TERMS`; what
    holds no letter or digit is left out."""
    found: list[Term] = []
    for match in _CHUNK.finditer(query[:MAX_QUERY].replace("“", '"').replace("”", '"')):
        minus, phrase, bare = match.groups()
        found.extend(_plain(bare) if bare is not None else _strict(phrase, bool(minus)))
        if len(found) >= MAX_TERMS:
            break
    return tuple(dict.fromkeys(found))[:MAX_TERMS]


def _expression(term: Term) -> str:
    phrase = f'"{" ".join(term.words)}"' + (" *" if term.prefix else "")
    ways = [
        phrase,
        *([f'identifiers : "{term.whole}"'] if term.whole else []),
        *map(_expression, term.others),
    ]
    return f"({' OR '.join(ways)})" if len(ways) > 1 else phrase


def match_expression(wanted: tuple[Term, ...], joiner: str = "AND") -> str:
    """The FTS5 expression of `wanted`; empty when nothing is asked for. Every word is quoted, so that no
    operator, column or bracket of a query reaches FTS5."""
    positive = f" {joiner} ".join(_expression(term) for term in wanted if not term.excluded)
    negative = " OR ".join(_expression(term) for term in wanted if term.excluded)
    return f"({positive}) NOT ({negative})" if positive and negative else positive


def query_form(query: str) -> str:
    """The FTS5 expression of `query`: all its terms, none of its exclusions; empty when there is nothing to
    find."""
    return match_expression(terms(query))
