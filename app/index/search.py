"""Search: words -> articles, each with the section to land on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.index.browse import ordered, selected
from app.index.facts import NO_FIXES, Fact, Fixes, facets, narrowed, wanted
from app.index.model import ArticleFilter, PageText, SearchHit, SearchQuery, SearchResult, Snippet
from app.index.open import Index
from app.index.query import understood
from app.index.schema import WEIGHTS
from app.index.snippets import Asked, count_terms, snippets, whole
from app.index.snippets import asked as forms_of
from app.index.spelling import did_you_mean, rarest
from app.index.synonyms import widened
from app.text.tokens import Term, match_expression, terms

LITTLE = 3
"""Fewer hits than this, and a better spelling is looked for."""
LOOSE_TERMS = 8
"""Terms that are asked for when not all of them can be had: the rarest."""
_RANK = f"bm25(documents, {', '.join(map(str, WEIGHTS))})"


@dataclass(frozen=True, slots=True)
class _Found:
    """An article that holds the words, before filters."""

    fact: Fact
    page: int
    language: str
    score: float


def search(index: Index, query: SearchQuery, fixes: Fixes = NO_FIXES) -> SearchResult:
    """The articles that hold what `query` asks for, in either language, those with a hit in the visitor's
    language first; with facets over all of them.

    `fixes` (slug -> state of its fix) makes `query.fix` and the facet `fix` work. Never raises for what the text
    holds. Raises IndexDamaged.
    """
    asked = understood(query)
    question = (asked, frozenset(fixes.items()))
    return index.remembered(question, lambda: _answered(index, asked, fixes))


def _answered(index: Index, asked: SearchQuery, fixes: Fixes) -> SearchResult:
    filters = ArticleFilter(
        asked.software, asked.kind, asked.family, asked.language, asked.signature, asked.fix
    )
    conditions = widened(terms(asked.text))
    if not any(not term.excluded for term in conditions):
        return _listed(index, asked, filters, [] if asked.text else selected(index, filters), fixes)
    allowed = {fact.number for fact in selected(index, filters)} if asked.signature else None
    found, relaxed = _matched(index, conditions, asked.prefer)
    if allowed is not None:
        found = [each for each in found if each.fact.number in allowed]
    wants = wanted(filters)
    kept = {fact.number for fact in narrowed((each.fact for each in found), wants, fixes)}
    hits = [each for each in found if each.fact.number in kept]
    shown = hits[(asked.page - 1) * asked.size : asked.page * asked.size]
    forms = forms_of(conditions)
    poor = relaxed or len(found) < LITTLE
    return SearchResult(
        items=tuple(_hit(index, each, forms) for each in shown),
        total=len(hits),
        page=asked.page,
        size=asked.size,
        facets=facets((each.fact for each in found), wants, fixes),
        did_you_mean=did_you_mean(index, asked.text, conditions) if poor else None,
        relaxed=relaxed and bool(hits),
        understood=asked,
    )


def _listed(
    index: Index, asked: SearchQuery, filters: ArticleFilter, facts: Iterable[Fact], fixes: Fixes
) -> SearchResult:
    """No word was given: all of `facts` that the filters leave, newest first."""
    facts, wants = list(facts), wanted(filters)
    found = ordered(narrowed(facts, wants, fixes))
    shown = found[(asked.page - 1) * asked.size : asked.page * asked.size]
    items = tuple(_top(index, fact, asked.prefer) for fact in shown)
    return SearchResult(
        items, len(found), asked.page, asked.size, facets(facts, wants, fixes), understood=asked
    )


def _top(index: Index, fact: Fact, prefer: str) -> SearchHit:
    item = index.item_by_number(fact.number)
    language = prefer if prefer in item.titles else item.source
    title = Snippet(item.titles[language], ())
    summary = Snippet(item.summaries[language], ())
    return SearchHit(fact.slug, language, title, None, None, (summary,), 0.0, item)


def _matched(index: Index, conditions: tuple[Term, ...], prefer: str) -> tuple[list[_Found], bool]:
    """What holds every term; else every term as the beginning of a word; else, and then True, some of
    them."""
    found = _ranked(index, match_expression(conditions), prefer)
    if found:
        return found, False
    begun = tuple(term if term.han else replace(term, prefix=True) for term in conditions)
    found = _ranked(index, match_expression(begun), prefer)
    if found:
        return found, False
    some = (*rarest(index, conditions, LOOSE_TERMS), *(term for term in conditions if term.excluded))
    return _ranked(index, match_expression(some, "OR"), prefer), True


def _ranked(index: Index, expression: str, prefer: str) -> list[_Found]:
    if not expression:
        return []
    rows = index.reader.rows(f"SELECT rowid, {_RANK} FROM documents WHERE documents MATCH ?", (expression,))  # noqa: S608
    best: dict[int, _Found] = {}
    for page, rank in rows:
        number, language = index.facts.pages[page]
        held = best.get(number)
        score = -rank
        if held is None:
            best[number] = _Found(index.facts.articles[number], page, language, score)
        elif held.language == prefer or (language != prefer and held.score >= score):
            best[number] = replace(held, score=max(held.score, score))
        else:
            best[number] = replace(held, page=page, language=language, score=max(held.score, score))
    return sorted(best.values(), key=lambda each: (each.language != prefer, -each.score, each.fact.slug))


def _hit(index: Index, found: _Found, terms: Asked) -> SearchHit:
    item = index.item_by_number(found.fact.number)
    text = index.page_text(found.page)
    landing, shown = _landing(text, terms)
    section = None if landing is None else text.sections[landing]
    return SearchHit(
        slug=found.fact.slug,
        language=found.language,
        title=whole(item.titles[found.language], terms),
        section=section.key if section else None,
        heading=section.title if section else None,
        snippets=snippets(
            item.summaries[found.language] if shown is None else text.sections[shown].text, terms
        ),
        score=found.score,
        item=item,
    )


def _landing(text: PageText, terms: Asked) -> tuple[int | None, int | None]:
    """Where to land and what to show: the section that holds the most terms, the first of equals. None is
    the top of the page, with its summary; when only the title says it, the section is shown all the
    same."""
    head, summary = count_terms(text.head, terms), count_terms(text.summary, terms)
    if summary == len(terms):
        return None, None
    counts = [count_terms(section.folded, terms) for section in text.sections]
    best = max(counts, default=0)
    where = counts.index(best) if best > 0 else None
    if head >= best:
        return None, where if best > summary else None
    return where, where
