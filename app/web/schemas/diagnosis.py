"""A diagnosis as JSON."""

from __future__ import annotations

from pydantic import BaseModel, Field

from app.matching.model import Diagnosis, Evidence, Loser, Match
from app.phrase import Phrase
from app.reports.model import Environment, ErrorEvent, Frame
from app.shapes.model import Explanation
from app.web.schemas.common import Asked, Number, RefOut, Say, TellApartOut, Whole, WorkaroundOut, numbers


class MatchRequest(Asked):
    """A paste to diagnose."""

    text: str = Field(description="The log, traceback or message.")
    limit: Whole = Field(default=5, ge=1, le=20, description="At most so many matches.")
    language: str = Field(default="en", pattern="^(en|zh)$", description="Language of the sentences.")


class KnownOut(BaseModel):
    """A number the field knows, and where it is known from."""

    value: int
    name: str
    source: str


class ExplanationOut(BaseModel):
    """What the numbers of an error say."""

    requirement: str
    sentence: str
    values: dict[str, Number]
    solved: dict[str, Number]
    known_as: list[KnownOut]

    @classmethod
    def from_explanation(cls, explanation: Explanation | None, say: Say) -> ExplanationOut | None:
        """The explanation in one language, or None."""
        if explanation is None:
            return None
        return cls(
            requirement=say(explanation.requirement),
            sentence=say(explanation.sentence),
            values=numbers(explanation.values),
            solved=numbers(explanation.solved),
            known_as=[
                KnownOut(value=known.value, name=say(Phrase(known.name)), source=known.source)
                for known in explanation.known_as
            ],
        )


class FrameOut(BaseModel):
    """One line of a stack trace."""

    file: str | None
    line: int | None
    function: str | None
    module: str | None

    @classmethod
    def from_frame(cls, frame: Frame) -> FrameOut:
        """The frame as JSON."""
        return cls(file=frame.file, line=frame.line, function=frame.function, module=frame.module)


class ErrorOut(BaseModel):
    """One error of the paste; the root cause is the first."""

    type: str | None
    message: str
    family: str | None
    numbers: dict[str, Number]
    frames: list[FrameOut]
    first_line: int
    count: int
    wrapper: bool
    explanation: ExplanationOut | None

    @classmethod
    def from_event(cls, event: ErrorEvent, say: Say) -> ErrorOut:
        """The event as JSON."""
        return cls(
            type=event.type,
            message=event.message,
            family=event.family,
            numbers=numbers(event.numbers),
            frames=[FrameOut.from_frame(frame) for frame in event.frames],
            first_line=event.first_line,
            count=event.count,
            wrapper=event.wrapper,
            explanation=ExplanationOut.from_explanation(event.explanation, say),
        )


class EnvironmentOut(BaseModel):
    """What the paste says about the machine and the run."""

    packages: dict[str, str]
    gpus: list[str]
    driver: str | None
    cuda: str | None
    flags: dict[str, str]
    models: list[str]

    @classmethod
    def from_environment(cls, environment: Environment) -> EnvironmentOut:
        """The environment as JSON."""
        return cls(
            packages=dict(environment.packages),
            gpus=list(environment.gpus),
            driver=environment.driver,
            cuda=environment.cuda,
            flags=dict(environment.flags),
            models=list(environment.models),
        )


class EvidenceOut(BaseModel):
    """One fact for or against an article."""

    kind: str
    text: str
    weight: float

    @classmethod
    def from_evidence(cls, evidence: Evidence, say: Say) -> EvidenceOut:
        """The evidence in one language."""
        return cls(kind=evidence.kind, text=say(evidence.phrase), weight=round(evidence.weight, 4))


class MatchOut(BaseModel):
    """One article that may cover the error."""

    slug: str
    title: str
    url: str
    error: int
    certainty: str
    score: float
    evidence: list[EvidenceOut]
    workaround: WorkaroundOut | None
    tell_apart: list[TellApartOut]
    refs: list[RefOut]
    version_affected: bool | None
    version_reason: str | None

    @classmethod
    def from_match(cls, match: Match, say: Say, language: str) -> MatchOut:
        """The match in one language."""
        prefix = "" if language == "en" else f"/{language}"
        return cls(
            slug=match.slug,
            title=match.titles.get(language) or next(iter(match.titles.values())),
            url=f"{prefix}/articles/{match.slug}",
            error=match.error,
            certainty=match.certainty.value,
            score=round(match.score, 4),
            evidence=[EvidenceOut.from_evidence(item, say) for item in match.evidence],
            workaround=WorkaroundOut.from_workaround(match.workaround, language),
            tell_apart=[TellApartOut.from_tell_apart(other, language) for other in match.tell_apart],
            refs=[RefOut.from_ref(ref) for ref in match.refs],
            version_affected=match.version.affected if match.version else None,
            version_reason=say(match.version.reason) if match.version else None,
        )


class LoserOut(BaseModel):
    """A candidate that was not chosen, with the reason (`?explain=1`)."""

    slug: str
    error: int
    score: float
    reason: str
    evidence: list[EvidenceOut]

    @classmethod
    def from_loser(cls, loser: Loser, say: Say) -> LoserOut:
        """The loser in one language."""
        return cls(
            slug=loser.slug,
            error=loser.error,
            score=round(loser.score, 4),
            reason=say(loser.reason),
            evidence=[EvidenceOut.from_evidence(item, say) for item in loser.evidence],
        )


class DiagnosisOut(BaseModel):
    """The answer to one paste."""

    verdict: str = Field(description="match | maybe | none")
    covered: float = Field(description="Probability that any article covers the root cause, 0..1.")
    algorithm: str
    index: str
    language: str
    hint: str | None
    errors: list[ErrorOut] = Field(description="Root cause first; at most 20.")
    explanation: ExplanationOut | None = Field(description="The root cause's.")
    environment: EnvironmentOut
    matches: list[MatchOut]
    near: list[str] = Field(description="With verdict none: up to 3 slugs that look alike, not claims.")
    losers: list[LoserOut] | None = Field(
        default=None, description="With ?explain=1: every candidate that was not chosen."
    )

    @classmethod
    def from_diagnosis(cls, diagnosis: Diagnosis, say: Say, language: str, explain: bool) -> DiagnosisOut:
        """The diagnosis in one language; with `explain`, the whole tree."""
        errors = [ErrorOut.from_event(event, say) for event in diagnosis.report.errors]
        return cls(
            verdict=diagnosis.verdict.value,
            covered=round(diagnosis.covered, 4),
            algorithm=diagnosis.algorithm,
            index=diagnosis.index,
            language=language,
            hint=say(diagnosis.hint) if diagnosis.hint else None,
            errors=errors,
            explanation=errors[0].explanation if errors else None,
            environment=EnvironmentOut.from_environment(diagnosis.report.environment),
            matches=[MatchOut.from_match(match, say, language) for match in diagnosis.matches],
            near=list(diagnosis.near),
            losers=[LoserOut.from_loser(loser, say) for loser in diagnosis.losers] if explain else None,
        )


class ExplainRequest(Asked):
    """A message whose numbers are to be explained."""

    text: str
    language: str = Field(default="en", pattern="^(en|zh)$")


class ExplainOut(BaseModel):
    """What the numbers say; null where no family reads the message."""

    family: str | None
    explanation: ExplanationOut | None

    @classmethod
    def from_explanation(cls, explanation: Explanation | None, say: Say) -> ExplainOut:
        """What is said in one language, or that nothing is."""
        return cls(
            family=explanation.family if explanation else None,
            explanation=ExplanationOut.from_explanation(explanation, say),
        )
