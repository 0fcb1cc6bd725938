"""What a signature can name of the surroundings of an error: `env.name`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from app.gpu_models import sm_number
from app.phrase import Value
from app.reports.deciding import ASSERTION
from app.reports.model import ErrorEvent, Frame, Report
from app.shapes.nodes import OpenRun

STACK = "env.stack"
"""How a signature names the functions and files of the trace."""
PATH_PARTS = 2
"""The last parts of a file's path by which a signature names it: `accelerate/hooks.py`."""


def stack_of(event: ErrorEvent) -> dict[str, Value]:
    """`stack`: the functions and files of the error's trace, where there is one."""
    return {"stack": OpenRun(_named(event.frames))} if event.frames else {}


def _named(frames: Iterable[Frame]) -> Iterator[str]:
    for frame in frames:
        if frame.function:
            yield frame.function
            if "::" in frame.function:
                yield frame.function.rpartition("::")[2]
        path = (frame.module or frame.file or "").replace("\\", "/")
        if path:
            yield "/".join(path.split("/")[-PATH_PARTS:])


def numbers_of(report: Report) -> dict[str, int]:
    """The flags that are integers, how many different assertions the paste shows, and of the GPUs, when they are
    known, their number and the compute capability that they share (`sm_90` is 90)."""
    environment = report.environment
    said = chain.from_iterable((event.message, *event.context) for event in report.errors)
    assertions = len({found[0] for text in said for found in ASSERTION.finditer(text)})
    flags = {
        name: int(value) for name, value in environment.flags.items() if value.isascii() and value.isdigit()
    }
    capability = sm_number(environment.gpus)
    gpus = {"gpu_count": len(environment.gpus)} if environment.gpus else {}
    return (
        {"assertions": assertions} | gpus | ({} if capability is None else {"capability": capability}) | flags
    )
