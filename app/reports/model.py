"""What a paste says: a Report of errors, root cause first, and the environment around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.phrase import Phrase, Value
from app.shapes.model import Explanation


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a stack trace. Unknown parts are None."""

    file: str | None
    line: int | None
    function: str | None
    module: str | None
    """Dotted or slash path without the installation prefix, e.g. `vllm/v1/worker/gpu_worker.py`."""


@dataclass(frozen=True, slots=True)
class ErrorEvent:
    """One error of the paste, its repetitions folded into `count`."""

    type: str | None
    """As printed, e.g. `torch.OutOfMemoryError`; None when the paste names none."""
    message: str
    """The original text of the message with its continuation lines, prefixes removed."""
    frames: tuple[Frame, ...] = ()
    """Outermost first, the crash site last."""
    first_line: int = 1
    last_line: int = 1
    count: int = 1
    wrapper: bool = False
    """It only reports another error (`Worker failed with error ...`)."""
    chain: int = 0
    """Position in a chained exception: 0 is the deepest cause."""
    context: tuple[str, ...] = ()
    """Clean log lines just above the error that may decide (an assert line, an NCCL WARN)."""
    nearby: tuple[str, ...] = ()
    """Clean lines of the paste from above the error to its end: source lines of its trace, what a loader printed, the
    exception it followed."""
    family: str | None = None
    """Family row of `shapes/families.py` that read the message."""
    numbers: Mapping[str, Value] = field(default_factory=dict)
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Environment:
    """What the paste says about the machine and the run."""

    packages: Mapping[str, str] = field(default_factory=dict)
    """Distribution name -> version, e.g. {"vllm": "0.25.1"}."""
    gpus: tuple[str, ...] = ()
    driver: str | None = None
    cuda: str | None = None
    flags: Mapping[str, str] = field(default_factory=dict)
    """Command line flags and engine arguments: {"tensor_parallel_size": "4", "enforce_eager": "False"}."""
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One clean line of the paste."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A parsed paste."""

    errors: tuple[ErrorEvent, ...] = ()
    """At most 20, root cause first; the rest are counted in `dropped`."""
    environment: Environment = field(default_factory=Environment)
    log: tuple[LogLine, ...] = ()
    """Clean, distinct lines kept for log clues (bounded)."""
    lines: int = 0
    dropped: int = 0
    thin: bool = False
    """There is little to go on: no frames, no numbers, one generic line."""
    hint: Phrase | None = None
    """What would help, when the paste holds nothing or too little."""
    truncated: bool = False
    """The step budget ran out before the end."""
