"""The template of a message: what stays when numbers, lists, sizes, paths and quoted words are masked.

Signatures, examples and reports are masked by the same table, so equal templates mean the same message.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from app.text.normalise import normalise

NUMBER = "#"
LIST = "[#]"
PATH = "<path>"
QUOTED = "'*'"


@dataclass(frozen=True, slots=True)
class Mask:
    """One kind of varying text: what it looks like, what stands for it, and a case each way."""

    pattern: re.Pattern[str]
    stand_in: str
    sample: str
    """Text that is wholly masked."""
    near_miss: str
    """Text that stays as it is under this mask."""


# The order is the order of application: what is inside quotes or a path is no longer a number.
MASKS = (
    Mask(re.compile(r"(?<!\w)'[^'\n]{0,1000}'(?!\w)"), QUOTED, "'lm_head.weight'", "can't and won't"),
    Mask(re.compile(r'(?<!\w)"[^"\n]{0,1000}"(?!\w)'), QUOTED, '"dense_3"', '3" pipe'),
    Mask(
        re.compile(r"(?<![\w./\\-])(?=[A-Za-z_/.\\])(?:[A-Za-z]:)?[\w-]{0,200}(?:[./\\][\w-]{1,200}){1,60}"),
        PATH,
        "model.layers.0.self_attn.q_proj.weight",
        "and or. Next",
    ),
    Mask(
        re.compile(r"[\[({](?:-?\d+|None|\?)?(?:, ?(?:-?\d+|None|\?)?){0,4096}[\])}]"),
        LIST,
        "(None, 224, 3)",
        "[CLS]",
    ),
    Mask(re.compile(r"(?<![\w.])-?\d{1,40}(?:x\d{1,40}){1,40}"), NUMBER, "154x768", "axb"),
    Mask(
        re.compile(r"(?<![\w.])-?\d{1,40}(?:[.,]\d{1,40}){0,8} ?(?:[KMGT]i?B|bytes)\b"),
        f"{NUMBER}B",
        "2.00 GiB",
        "GiB",
    ),
    Mask(re.compile(r"\b0x[0-9a-fA-F]{1,64}\b"), NUMBER, "0x7f3a", "0x"),
    Mask(
        re.compile(r"(?:(?<![\w)\]])-)?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?"),
        NUMBER,
        "-1.5e-05",
        "minus one",
    ),
)


def template(message: str) -> str:
    """The message in lower case with each number, list, size, path and quoted word masked, line by line."""
    text = normalise(message)
    for mask in MASKS:
        text = mask.pattern.sub(mask.stand_in, text)
    lines = (line.strip(" .,;") for line in text.lower().split("\n"))
    return "\n".join(line for line in lines if line)


def template_id(template: str) -> str:
    """The id of a template in addresses and in the index: 12 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(template.encode("utf-8", "surrogatepass")).hexdigest()[:12]
