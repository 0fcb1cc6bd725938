"""The page of a diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.articles.model import Article, Hardware
from app.live.gpu_fit import fit_named
from app.live.model import Change, GpuFit
from app.matching.model import Diagnosis, Evidence, Loser, Match, VersionVerdict
from app.phrase import Phrase
from app.reports.model import Environment
from app.web.language import localised
from app.web.links import upstream_search
from app.web.views.errors import ErrorView
from app.web.views.refs import Install, RefView, ref_views
from app.web.views.shell import Shell, SitePage, pick

STRENGTHS = (0.5, 2.0)
"""Log-odds from which evidence is called clear, and strong."""
SEARCH_WORDS = 120


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One fact for or against."""

    phrase: Phrase
    supports: bool
    strength: int
    """1 slight, 2 clear, 3 strong."""

    @classmethod
    def from_evidence(cls, evidence: Evidence) -> EvidenceView:
        """Its weight made three steps."""
        strength = 1 + sum(abs(evidence.weight) >= step for step in STRENGTHS)
        return cls(evidence.phrase, evidence.weight >= 0, strength)


@dataclass(frozen=True, slots=True)
class RulesOut:
    """A look-alike and the sentence that decides; `title` is None where no article of that slug exists."""

    slug: str
    title: str | None
    by: str
    place: int | None = None
    """Its number among the candidates that the page shows, from 1."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """One article held against the paste."""

    slug: str
    title: str
    summary: str
    certain: bool
    score: float
    do: str | None
    costs: str
    installs: tuple[Install, ...]
    version: VersionVerdict | None
    fits: tuple[GpuFit, ...]
    """The GPUs of the paste held against what the article demands."""
    refs: tuple[RefView, ...]
    evidence: tuple[EvidenceView, ...]
    rules_out: tuple[RulesOut, ...]
    error: int

    @classmethod
    def from_match(
        cls,
        match: Match,
        article: Article | None,
        changes: Mapping[str, Change],
        titles: Mapping[str, str],
        gpus: tuple[str, ...],
        language: str,
        rivals: Mapping[str, int],
    ) -> MatchView:
        """With what the article says about versions; one that just left the index says nothing.

        What tells it from its `rivals`, the other articles of the answer by their place, stands first.
        """
        refs = ref_views(match.refs, changes)
        return cls(
            match.slug,
            pick(match.titles, language),
            article.page(language).summary if article else "",
            match.certainty == "match",
            match.score,
            match.workaround.do if match.workaround else None,
            pick(match.workaround.costs, language) if match.workaround else "",
            tuple(Install.from_affected(affected, refs) for affected in article.affected) if article else (),
            match.version,
            tuple(_fit(name, article.hardware) for name in dict.fromkeys(gpus))
            if article and article.hardware
            else (),
            refs,
            tuple(EvidenceView.from_evidence(item) for item in match.evidence if item.weight),
            tuple(
                RulesOut(row.slug, titles.get(row.slug), pick(row.by, language), rivals.get(row.slug))
                for row in sorted(match.tell_apart, key=lambda row: row.slug not in rivals)
            ),
            match.error,
        )


def _fit(name: str, demands: Hardware) -> GpuFit:
    return fit_named(
        name, demands.vendor, demands.min_capability, demands.max_capability, demands.min_memory_gib
    )


@dataclass(frozen=True, slots=True)
class LoserView:
    """A candidate that was not chosen."""

    slug: str
    title: str
    score: float
    reason: Phrase

    @classmethod
    def from_loser(cls, loser: Loser, titles: Mapping[str, str]) -> LoserView:
        """With its title, or its slug where the title is not known."""
        return cls(loser.slug, titles.get(loser.slug, loser.slug), loser.score, loser.reason)


@dataclass(frozen=True, slots=True)
class Sharing:
    """What sharing the report would show, or that it is shared."""

    text: str
    """The redacted paste."""
    expires_at: datetime | None
    """Set on the page of a shared report."""
    days: int


@dataclass(frozen=True, slots=True)
class ResultPage(SitePage):
    """The answer to one paste."""

    template: ClassVar[str] = "result.html"

    verdict: str
    """match | maybe | none"""
    covered: float
    algorithm: str
    index: str
    lines: int
    thin: bool
    truncated: bool
    dropped: int
    hint: Phrase | None
    main: ErrorView | None
    """The root cause; None when the paste holds no error."""
    others: tuple[ErrorView, ...]
    matches: tuple[MatchView, ...]
    near: tuple[tuple[str, str], ...]
    """Slug and title of articles that look alike; not claims."""
    losers: tuple[LoserView, ...]
    environment: Environment
    search: str
    """Words to search Faultbook for."""
    upstream: str | None
    """GitHub's issue search for the redacted message."""
    sharing: Sharing | None
    """None where the paste is empty or too long to share from its page."""

    @property
    def twin(self) -> str | None:
        """That of a shared report; the answer to a form has no address of its own."""
        return self.shell.json if self.sharing and self.sharing.expires_at else None

    @property
    def lost(self) -> bool:
        """Nothing is named, and what to paste instead is said."""
        return self.verdict == "none" and self.hint is not None

    @property
    def informed(self) -> bool:
        """The paste says something of the machine or the run."""
        found = self.environment
        return any((found.packages, found.gpus, found.driver, found.cuda, found.flags, found.models))

    @property
    def shareable(self) -> bool:
        """The page holds its paste: it can be shared, and diagnosed again in the other language."""
        kept = self.sharing is not None and self.sharing.expires_at is None
        return kept and self.main is not None and not self.lost

    @property
    def elsewhere(self) -> str:
        """Where a paste is diagnosed in the other language."""
        return localised("/diagnose", self.shell.other)

    @classmethod
    def from_diagnosis(
        cls,
        shell: Shell,
        diagnosis: Diagnosis,
        articles: Mapping[str, Article],
        changes: Mapping[str, Change],
        titles: Mapping[str, str],
        redacted: str,
        sharing: Sharing | None = None,
    ) -> ResultPage:
        """The page of a diagnosis.

        `titles` are those of every slug named. `redacted` is the root cause's first line without secrets: it
        goes into links, so nothing else of the message may.
        """
        report = diagnosis.report
        first = diagnosis.matches[0].error if diagnosis.matches else 0
        errors = [ErrorView.from_event(event) for event in report.errors]
        rivals = {match.slug: place for place, match in enumerate(diagnosis.matches, 1)}
        return cls(
            shell,
            diagnosis.verdict.value,
            diagnosis.covered,
            diagnosis.algorithm,
            diagnosis.index,
            report.lines,
            report.thin,
            report.truncated,
            report.dropped,
            diagnosis.hint or report.hint,
            errors[first] if errors else None,
            tuple(error for index, error in enumerate(errors) if index != first),
            tuple(
                MatchView.from_match(
                    match,
                    articles.get(match.slug),
                    changes,
                    titles,
                    report.environment.gpus,
                    shell.language,
                    rivals,
                )
                for match in diagnosis.matches
            ),
            tuple((slug, titles.get(slug, slug)) for slug in diagnosis.near),
            tuple(LoserView.from_loser(loser, titles) for loser in diagnosis.losers),
            report.environment,
            redacted[:SEARCH_WORDS],
            upstream_search(redacted) if redacted else None,
            sharing,
        )
