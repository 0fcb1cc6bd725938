"""Pages as JSON whose data no route of v1 gives: home and status."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from app.articles.model import Problem
from app.web.html.front import Front, Met
from app.web.schemas.articles import ArticleItemOut
from app.web.schemas.common import Say
from app.web.views.sources import Source
from app.web.views.system import StatusPage


class MetOut(ArticleItemOut):
    """An article that was the answer here, and how often."""

    times: int

    @classmethod
    def from_met(cls, met: Met, language: str) -> MetOut:
        """The article in one language with its count."""
        item: dict[str, Any] = ArticleItemOut.from_item(met.item, language).model_dump()
        return cls(**item, times=met.times)


class HomeOut(BaseModel):
    """What the home page shows."""

    articles: int
    recent: list[ArticleItemOut]
    most_met: list[MetOut]
    most_reported: list[ArticleItemOut]

    @classmethod
    def from_front(cls, front: Front, language: str) -> HomeOut:
        """Home in one language."""
        return cls(
            articles=front.count,
            recent=[ArticleItemOut.from_item(item, language) for item in front.recent],
            most_met=[MetOut.from_met(met, language) for met in front.met],
            most_reported=[ArticleItemOut.from_item(item, language) for item in front.reported],
        )


class ProblemOut(BaseModel):
    """Something wrong in a content file."""

    file: str
    line: int
    message: str
    remedy: str

    @classmethod
    def from_problem(cls, problem: Problem) -> ProblemOut:
        """The problem as JSON."""
        return cls(file=problem.file, line=problem.line, message=problem.message, remedy=problem.remedy)


class SourceOut(BaseModel):
    """One host that live answers come from."""

    host: str
    state: str
    """answers, unasked, failing (no answer to the last request) or waiting (left alone until a time)"""
    blocked_until: datetime | None
    reason: str | None
    remaining: int | None
    quota: int | None

    @classmethod
    def from_source(cls, source: Source, say: Say) -> SourceOut:
        """The source in one language."""
        return cls(
            host=source.host,
            state=source.state,
            blocked_until=source.blocked_until,
            reason=say(source.reason) if source.reason else None,
            remaining=source.remaining,
            quota=source.quota,
        )


class StatusOut(BaseModel):
    """What this Faultbook runs on and what is wrong with it."""

    healthy: bool
    index: str | None
    built_at: datetime | None
    articles: int
    errors: list[ProblemOut]
    warnings: list[ProblemOut]
    state: str
    state_reason: str | None
    sources: list[SourceOut]
    versions: dict[str, str]

    @classmethod
    def from_page(cls, page: StatusPage, say: Say) -> StatusOut:
        """The page in one language."""
        return cls(
            healthy=page.healthy,
            index=page.index,
            built_at=page.built_at,
            articles=page.count,
            errors=[ProblemOut.from_problem(problem) for problem in page.errors],
            warnings=[ProblemOut.from_problem(problem) for problem in page.warnings],
            state=page.state,
            state_reason=say(page.state_reason) if page.state_reason else None,
            sources=[SourceOut.from_source(source, say) for source in page.sources],
            versions=dict(page.versions),
        )
