"""The parts of one bundle -> Article."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.articles.files import EXAMPLES, ORIGINAL, REPRO, Bundle, shown
from app.articles.front import ArticleFront, Paste, SignatureFront, TranslationFront
from app.articles.model import (
    Affected,
    Article,
    Example,
    Hardware,
    Known,
    NearMiss,
    Page,
    Problem,
    Ref,
    TellApart,
    Verified,
    Workaround,
)
from app.articles.yaml_source import FrontMatter
from app.shapes.expressions import SignatureError
from app.shapes.model import SignatureSource
from app.shapes.patterns import compile_signature


class BrokenError(Exception):
    """A bundle, or one file of it, that gives nothing but problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Parts:
    """What an article is put together from."""

    bundle: Bundle
    digest: str
    matter: FrontMatter
    """Front matter of `index.md`, for the lines."""
    front: ArticleFront
    translation: TranslationFront | None
    pages: Mapping[str, Page]
    text: Callable[[str], str]
    """Name of a file of the bundle -> its text. Raises BrokenError."""

    @property
    def original(self) -> str:
        """`index.md` as problems name it."""
        return f"{self.bundle.name}/{ORIGINAL}"

    def paste(self, row: Paste, line: int) -> str:
        """The text of an example. Raises BrokenError when its file is missing or no text."""
        if row.text is not None:
            return row.text
        file = f"{EXAMPLES}/{row.file}"
        if file not in self.bundle.files:
            raise BrokenError([Problem(self.original, line, f"{file} is missing", "add the file")])
        return self.text(file)

    def both(self, original: str, translated: str | None) -> Mapping[str, str]:
        """Language -> sentence, of the languages that have it."""
        other = "zh" if self.front.source == "en" else "en"
        return {self.front.source: original} | ({other: translated} if translated else {})


def assemble(parts: Parts, problems: Iterable[Problem]) -> Article:
    """The article; `problems` and what is found here travel with it. Raises BrokenError."""
    front, bundle = parts.front, parts.bundle
    return Article(
        slug=bundle.folder.name,
        area=bundle.folder.parent.name,
        source=front.source,
        pages=parts.pages,
        software=front.software,
        kind=front.kind,
        signatures=tuple(_signatures(parts)),
        examples=tuple(_examples(parts)),
        near_misses=tuple(_near_misses(parts)),
        affected=tuple(
            Affected(package, row.first, row.last_good, row.last_known, row.fixed_in, row.scheme)
            for package, row in front.affected.items()
        ),
        workaround=_workaround(parts),
        refs=tuple(_refs(front)),
        hardware=Hardware(**front.hardware.model_dump()) if front.hardware else None,
        tags=tuple(front.tags),
        updated=front.updated,
        related=tuple(front.related),
        aliases=tuple(front.aliases),
        status=front.status,
        heirs=tuple(front.heirs),
        verified=_verified(front),
        tell_apart=tuple(_tell_apart(parts)),
        repro=parts.text(REPRO) if REPRO in bundle.files else None,
        digest=parts.digest,
        path=bundle.folder,
        name=bundle.name,
        problems=(*problems, *_unused_examples(parts)),
    )


def _signatures(parts: Parts) -> Iterable[SignatureSource]:
    broken = []
    for at, row in enumerate(parts.front.signatures):
        source = _signature(row)
        try:
            compile_signature(source)
        except SignatureError as error:
            line = parts.matter.line(("signatures", at))
            broken.append(Problem(parts.original, line, f"signatures.{at}: {error.what}", error.remedy))
        yield source
    if broken:
        raise BrokenError(broken)


def _signature(row: SignatureFront) -> SignatureSource:
    return SignatureSource(
        row.error, row.type, tuple(row.also), tuple(row.where), tuple(row.frames), tuple(row.log_clues)
    )


def _examples(parts: Parts) -> Iterable[Example]:
    for at, row in enumerate(parts.front.examples):
        line = parts.matter.line(("examples", at))
        yield Example(parts.paste(row, line), row.expect, line)


def _near_misses(parts: Parts) -> Iterable[NearMiss]:
    for at, row in enumerate(parts.front.near_misses):
        line = parts.matter.line(("near_misses", at))
        yield NearMiss(parts.paste(row, line), None if row.instead == "none" else row.instead, line)


def _workaround(parts: Parts) -> Workaround | None:
    row = parts.front.workaround
    if row is None:
        return None
    translated = parts.translation.workaround_costs if parts.translation else None
    return Workaround(row.do, parts.both(row.costs, translated))


def _tell_apart(parts: Parts) -> Iterable[TellApart]:
    rows = parts.translation.tell_apart if parts.translation else []
    translated = {row.slug: row.by for row in rows}
    for row in parts.front.tell_apart:
        yield TellApart(row.slug, parts.both(row.by, translated.get(row.slug)))


def _refs(front: ArticleFront) -> Iterable[Ref]:
    for row in front.refs:
        known = row.known
        yield Ref(
            row.id, row.role, Known(known.state, known.date, known.release, known.as_of) if known else None
        )


def _verified(front: ArticleFront) -> Verified | None:
    row = front.verified
    return Verified(tuple(row.read), row.on, row.confidence) if row else None


def _unused_examples(parts: Parts) -> Iterable[Problem]:
    rows = (*parts.front.examples, *parts.front.near_misses)
    used = {f"{EXAMPLES}/{row.file}" for row in rows if row.file}
    for file in sorted(parts.bundle.files):
        if file.startswith(f"{EXAMPLES}/") and file not in used:
            name = f"{parts.bundle.name}/{shown(file)}"
            yield Problem(name, 1, "no example names this file", "name it under examples", "warning")
