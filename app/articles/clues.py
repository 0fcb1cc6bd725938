"""What a text says between the lines: software, kind, versions, sources, telling log lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.articles.references import canonical, found
from app.articles.vocabulary import SOFTWARE, Software, canonical_software
from app.reports.model import Report

LOOKED_AT = 200_000
"""Characters of a text that are searched."""

BASES = ("pytorch", "numpy", "cuda", "docker", "triton", "nccl")
"""What other software stands on: named in nearly every log, so the last choice."""
OTHERWISE = "pytorch"


@dataclass(frozen=True, slots=True)
class KindRow:
    """Words of a message that decide its kind; the first row that fits wins."""

    kind: str
    pattern: re.Pattern[str]
    sample: str
    near_miss: str


KIND_ROWS: tuple[KindRow, ...] = (
    KindRow(
        "memory",
        re.compile(
            r"out of memory|OutOfMemory|(?:not enough|free|no available) memory|cache is needed", re.I
        ),
        "CUDA out of memory. Tried to allocate 2.00 GiB",
        "view size is not compatible",
    ),
    KindRow(
        "nccl", re.compile(r"\bNCCL\b|ProcessGroup|\bHCCL\b", re.I), "NCCL error: unhandled", "CUDA error"
    ),
    KindRow(
        "install",
        re.compile(r"No module named|undefined symbol|cannot open shared|DLL load failed|cannot import name"),
        "No module named 'vllm._C'",
        "size mismatch for weight",
    ),
    KindRow(
        "load",
        re.compile(
            r"deserializing|(?:missing|unexpected) keys?\b|unknown model architecture|corrupted", re.I
        ),
        "Error while deserializing header: HeaderTooLarge",
        "size mismatch for lm_head.weight",
    ),
    KindRow(
        "device",
        re.compile(r"same device|on (?:cuda|cpu)\b.* (?:but|and)|re-initialize CUDA", re.I),
        "Expected all tensors to be on the same device",
        "same dtype",
    ),
    KindRow(
        "dtype",
        re.compile(r"\bdtype\b|scalar type|not implemented for '|same type\b", re.I),
        "expected scalar type Half but found Float",
        "type of cache",
    ),
    KindRow(
        "shape",
        re.compile(r"\bshapes?\b|\bsizes?\b|dimension|broadcast|\bmat[12]\b|divisible|\bchannels?\b", re.I),
        "mat1 and mat2 shapes cannot be multiplied",
        "CUDA error: invalid device function",
    ),
    KindRow(
        "cuda", re.compile(r"\bCUDA\b|\bHIP\b|\bXid\b|NVML|cuDNN|cuBLAS", re.I), "CUDA error: 98", "bad flag"
    ),
)

_VERSION = r"v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:\.?(?:post|rc|dev)\d{1,4})?)(?![\w.]*\d)"
_BARE_VERSION = re.compile(r"(?<![\w.])v(\d{1,4}\.\d{1,4}\.\d{1,4}(?:\.?(?:post|rc|dev)\d{1,4})?)\b")
_NUMBER = re.compile(r"(?<![\w/&#])#([1-9]\d{1,6})(?![\w-])")
_CLUE = re.compile(r"\bUsing [\w.-]{1,60}(?: [\w.-]{1,60}){0,5} (?:backend|format|kernel|implementation)\b")
_ROLES = (
    ("hardening", re.compile(r"加固|harden", re.I)),
    ("fix", re.compile(r"修复|合并|合入|\bfix|merged", re.I)),
)


def kind_of(message: str) -> str:
    """The kind that the words of a message say, `config` when none do."""
    return next((row.kind for row in KIND_ROWS if row.pattern.search(message)), "config")


def software_of(text: str, report: Report | None) -> Software:
    """The software whose frames the first error passes, else the one named most, bases last."""
    votes: Counter[str] = Counter()
    for frame in report.errors[0].frames if report and report.errors else ():
        top = re.split(r"[./]", frame.module or "")[0]
        votes[canonical_software(top) or ""] += 100
    lowered = text[:LOOKED_AT].lower()
    for row in SOFTWARE:
        for name in {row.id, row.label.lower(), *row.spellings}:
            if name in lowered:
                votes[row.id] += len(re.findall(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", lowered))
    del votes[""]
    ranked = [name for name, count in votes.most_common() if count]
    chosen = next((name for name in ranked if name not in BASES), next(iter(ranked), OTHERWISE))
    return next(row for row in SOFTWARE if row.id == chosen)


def versions_of(text: str, about: Software, report: Report | None) -> tuple[str, ...]:
    """Versions of the software that a text names, in order."""
    packages = report.environment.packages if report else {}
    named = [version for package, version in packages.items() if canonical_software(package) == about.id]
    looked_at = text[:LOOKED_AT]
    for name in (about.label, about.id):
        named += re.findall(
            rf"(?<![\w]){re.escape(name)}(?:[ =:@-]|版本|version){{0,4}}{_VERSION}", looked_at, re.I
        )
    named += _BARE_VERSION.findall(looked_at)
    return tuple(dict.fromkeys(named))


def sources_of(text: str, about: Software) -> Iterator[tuple[str, str]]:
    """Yields (reference, role) of the issues and pull requests that a text names, each once.

    A bare `#123` belongs to the software's own repository.
    """
    seen: set[str] = set()
    for line in text[:LOOKED_AT].split("\n"):
        named = [canonical(reference) for _, _, reference in found(line)]
        if about.repository:
            named += [f"{about.repository}#{number}" for number in _NUMBER.findall(line)]
        role = next((role for role, words in _ROLES if words.search(line)), "report")
        for reference in named:
            if reference not in seen:
                seen.add(reference)
                yield reference, "docs" if reference.startswith("https:") else role


def log_clues(text: str) -> tuple[str, ...]:
    """Log lines that say which way was taken, e.g. `Using FLASHMLA backend`."""
    return tuple(dict.fromkeys(_CLUE.findall(text[:LOOKED_AT])))[:6]


def frames_of(report: Report | None, most: int = 6) -> Sequence[str]:
    """Functions of the first error's trace nearest to the crash, outermost first."""
    frames = report.errors[0].frames if report and report.errors else ()
    names = [
        frame.function for frame in frames if frame.function and re.fullmatch(r"\w{4,80}", frame.function)
    ]
    return tuple(dict.fromkeys(names))[-most:]
