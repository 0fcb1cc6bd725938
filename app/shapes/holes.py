"""The hole types of the signature language: what text a hole takes and which value it gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.phrase import Value

UNKNOWN_DIMENSION = -1
"""How `None` and `?` (Keras, TensorFlow) stand in a run of dimensions; PyTorch prints -1 itself."""

_UNITS: Mapping[str, int] = {
    "": 1,
    "K": 1000,
    "M": 1000**2,
    "G": 1000**3,
    "T": 1000**4,
    "KI": 1024,
    "MI": 1024**2,
    "GI": 1024**3,
    "TI": 1024**4,
}
_DTYPES = "b?float|q?u?int|complex|half|double|long|short|char|byte|bool|fp|bf|f|e|nf|mxfp|nvfp|string"


@dataclass(frozen=True, slots=True)
class HoleType:
    """One kind of hole. `pattern` is matched whole against the text between the two literals around it."""

    name: str
    pattern: re.Pattern[str]
    value: Callable[[str], Value]
    show: Callable[[Value], str]
    """The text of a value: what `value` reads back."""
    sample: str
    """Text that the hole takes; the template of a signature is made with it."""
    near_miss: str
    """Text that it refuses."""
    open: bool
    """It takes words that `template()` does not mask."""

    def read(self, text: str) -> Value | None:
        """The value of `text`, None when this hole does not take it."""
        return self.value(text) if self.pattern.fullmatch(text) else None


def _integer(text: str) -> int:
    return int(text.replace(",", ""))


def _dimensions(text: str) -> tuple[int, ...]:
    parts = (part.strip(" '") for part in re.split(r"[,x]", text))
    return tuple(UNKNOWN_DIMENSION if part in ("None", "?") else int(part) for part in parts if part)


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([\d.,]+) ?([A-Za-z]*)", text)
    amount, unit = (found.group(1), found.group(2)) if found else ("0", "")
    prefix = re.sub(r"(?:bytes?|b)$", "", unit, flags=re.IGNORECASE).upper()
    return round(float(amount.replace(",", "")) * _UNITS[prefix])


def _inner(text: str) -> str:
    return text[1:-1]


def _list(value: Value) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def _in_quotes(value: Value) -> str:
    return f"'{value}'"


def _in_bytes(value: Value) -> str:
    return f"{value} bytes"


_NUMBER = r"-?(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,18})"
_DIMENSION = r"(?:-?\d{1,18}|None|'None'|\?)"

INT = HoleType("int", re.compile(_NUMBER), _integer, str, "7", "7.5", open=False)
DIMS = HoleType(
    "dims",
    re.compile(rf"(?:{_DIMENSION}(?:(?: ?, ?{_DIMENSION}){{0,63}},?|(?: ?x ?{_DIMENSION}){{1,63}}))?"),
    _dimensions,
    _list,
    "7, 7",
    "7, seven",
    open=False,
)
FLOAT = HoleType(
    "float",
    re.compile(r"[-+]?(?:\d{1,18}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?"),
    float,
    str,
    "7.5",
    "seven",
    open=False,
)
SIZE = HoleType(
    "size",
    re.compile(r"\d{1,18}(?:,\d{3}){0,5}(?:\.\d{1,18})? ?(?:[kKMGT]i?B?|B|[Bb]ytes?)"),
    _bytes,
    _in_bytes,
    "7.00 GiB",
    "7.00",
    open=False,
)
WORD = HoleType("word", re.compile(r"\S{1,200}"), str, str, "word", "two words", open=True)
PATH = HoleType(
    "path",
    re.compile(r"[^\s'\"(),;=]{1,500}"),
    str,
    str,
    "model.layers.0.weight",
    "no path",
    open=True,
)
DTYPE = HoleType(
    "dtype",
    re.compile(
        rf"(?:torch\.|numpy\.|np\.|jnp\.|tf\.|c10::|at::|tensor\()?(?:{_DTYPES})\w{{0,20}}\)?", re.IGNORECASE
    ),
    str,
    str,
    "torch.float16",
    "cuda:0",
    open=True,
)
DEVICE = HoleType(
    "device",
    re.compile(
        r"(?:cpu|cuda|mps|xpu|npu|hpu|meta|musa|mlu|vulkan|xla|tpu|gpu|hip)(?::\d{1,3})?", re.IGNORECASE
    ),
    str,
    str,
    "cuda:0",
    "float16",
    open=True,
)
QUOTED = HoleType(
    "quoted",
    re.compile(r"'[^'\n]{0,1000}'|\"[^\"\n]{0,1000}\""),
    _inner,
    _in_quotes,
    "'word'",
    "word",
    open=False,
)
ANYTHING = HoleType("anything", re.compile(r"[^\n]*"), str, str, "", "\n", open=True)

HOLE_TYPES: tuple[HoleType, ...] = (INT, DIMS, FLOAT, SIZE, WORD, PATH, DTYPE, DEVICE, QUOTED, ANYTHING)
