"""The numbers of a paste's surroundings that a signature can name."""

from __future__ import annotations

from itertools import chain

from app.gpu_models import sm_number
from app.reports.deciding import ASSERTION
from app.reports.model import Report


def environment_integers(report: Report) -> dict[str, int]:
    """What `env.name` means in a signature: the flags that are integers, how many different assertions the paste
    shows, and of the GPUs, when they are known, their number and the compute capability that they share (`sm_90` is
    90)."""
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
