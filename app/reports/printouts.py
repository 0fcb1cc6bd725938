"""What tools print about a machine: lines that make a paste without an error an environment, not a description."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.reports.model import Environment, LogLine
from app.reports.software import SPELLINGS

MOST_PACKAGES = 6
"""Packages that are named; those of the field first."""


@dataclass(frozen=True, slots=True)
class PrintoutRow:
    """One line that a tool prints and people do not write; the pattern is tried at its start."""

    id: str
    pattern: re.Pattern[str]
    sample: str
    near_miss: str


def _row(row: str, pattern: str, sample: str, near_miss: str) -> PrintoutRow:
    return PrintoutRow(row, re.compile(pattern, re.ASCII), sample, near_miss)


PRINTOUTS: tuple[PrintoutRow, ...] = (
    _row(
        "collect_env",
        r"Collecting environment information|(?:PyTorch|vLLM) [vV]ersion {0,30}: {0,5}\d|Is CUDA available {0,30}:",
        "PyTorch version: 2.7.1+cu128",
        "The PyTorch version is 2.7.1",
    ),
    _row(
        "check_env",
        r"CUDA available: (?:True|False)$|GPU \d[\d,]{0,40} Compute Capability: \d",
        "CUDA available: True",
        "CUDA available: yes, two cards",
    ),
    _row(
        "env_command",
        r"- `?[\w.-]{2,40}`? [vV]ersion: \d{1,4}\.\d",
        "- `transformers` version: 4.53.0",
        "- which version: 4 or 5?",
    ),
    _row(
        "nvidia-smi",
        r"\|? {0,3}NVIDIA-SMI \d{3}\.",
        "| NVIDIA-SMI 560.28.03              Driver Version: 560.28.03      CUDA Version: 12.6     |",
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
    ),
    _row(
        "nvidia-smi-list",
        r"GPU \d{1,2}: .{2,60} \(UUID: ",
        "GPU 0: NVIDIA H200 (UUID: GPU-5b1f3f8a-0d3c-4b6e-9a51-2f6a9c0d1e2f)",
        "GPU 0: NVIDIA H200 is slow",
    ),
    _row(
        "pip-list", r"Package {2,60}Version", "Package                  Version", "Package Version of torch?"
    ),
    _row(
        "listed",
        r"[A-Za-z][\w.-]{1,40} {2,60}\d{1,4}\.\d[\w.+!-]{0,40}(?: {2}|$)",
        "torch                    2.7.1",
        "torch 2.7.1",
    ),
    _row(
        "pinned",
        r"(?:\[\w{3,8}\] )?[A-Za-z][\w.-]{1,50}==\d[\w.+!-]{0,60}$",
        "[pip3] torch==2.7.1+cu128",
        "torch==2.7.1 is what I have",
    ),
)


def facts_of(lines: tuple[LogLine, ...], found: Environment) -> tuple[str, ...]:
    """What was read from the printout of a tool, as one would write it: `torch 2.7.1`, `2 x NVIDIA A10`.

    Empty where no line is a tool's, or where nothing was read.
    """
    if not any(row.pattern.match(line.text) for line in lines for row in PRINTOUTS):
        return ()
    ours = set(SPELLINGS.values())
    named = sorted(found.packages, key=lambda name: name not in ours)  # stable: as they stand in the paste
    cards = {name: found.gpus.count(name) for name in found.gpus}
    return (
        *(f"{name} {found.packages[name]}" for name in named[:MOST_PACKAGES]),
        *(f"{count} x {name}" if count > 1 else name for name, count in cards.items()),
        *((f"Driver {found.driver}",) if found.driver else ()),
        *((f"CUDA {found.cuda}",) if found.cuda else ()),
    )
