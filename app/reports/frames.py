"""One line of a stack trace, in the many ways that programs print it, to a Frame."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.reports.model import Frame


@dataclass(frozen=True, slots=True)
class FrameRow:
    """One way to print a frame; groups `file`, `line`, `function`, each optional."""

    id: str
    hint: str
    """A piece of text without which the pattern cannot fit."""
    pattern: re.Pattern[str]
    sample: str
    near_miss: str


def _row(row: str, hint: str, pattern: str, sample: str, near_miss: str) -> FrameRow:
    return FrameRow(row, hint, re.compile(pattern, re.ASCII), sample, near_miss)


_PATH = r"[~/.\w\\(<-](?:<redacted:\w{1,20}>|[^\s:\"'|,]){0,400}"

FRAMES: tuple[FrameRow, ...] = (
    _row(
        "python",
        "File ",
        r"File [\"“](?P<file>[^\"“”\n]{1,500})[\"”],? line (?P<line>\d{1,9})(?:, in\s{0,4}(?P<function>"
        r"[\w<>.*]{1,200})?)?",
        'File "/a/vllm/v1/worker/gpu_worker.py", line 483, in determine_available_memory',
        "File not found: config.json, line 3",
    ),
    _row(
        "cut",
        "File ",
        r"^\s*File [\"“](?P<file>[^\"“”\n]{3,500}\.\w{1,6})",
        'File "/usr/lib/python3.12/dist-packages/vllm/engine.py',
        "File names may differ",
    ),
    _row(
        "ipython",
        " in ",
        rf"^\s*(?:File )?(?P<file>{_PATH}\.(?:pyx?|so|ipynb"
        rf"|cu)):(?P<line>\d{{1,9}}),? in (?P<function>[\w<>.]{{1,200}})",
        "File ~/venv/lib/python3.8/site-packages/transformers/image_utils.py:143, in "
        "Mixin.normalize(self, image)",
        "x.py:12 was in use",
    ),
    _row(
        "ipython_old",
        ".py in ",
        rf"^\s*(?P<file>{_PATH}\.pyx?) in (?P<function>[\w<>.]{{1,200}})(?:\(|$)",
        "~/.conda/envs/e/lib/python3.8/site-packages/tensorflow/python/eager/function.py in _get(self, "
        "*args)",
        "look at train.py in the folder examples",
    ),
    _row(
        "ipython_cell",
        "Cell",
        r"^\s*(?:Input )?(?P<file>Cell In ?\[\d{1,5}\])(?:, line "
        r"|:)(?P<line>\d{1,6})(?:, in (?P<function>[\w<>.]{1,80}))?",
        "Cell In[14], line 1",
        "Cell In the corner, line 1",
    ),
    _row(
        "ipython_input",
        "<ipython-input",
        r"^\s*(?P<file><ipython-input-[\w-]{1,80}>)(?:[: ](?P<line>\d{1,6})"
        r"| in )(?:in )?(?P<function>[\w<>.]{1,80})?",
        "<ipython-input-3-c15e78fc333e> in <module>",
        "see <ipython-input-3> above",
    ),
    _row(
        "pytest",
        ".py:",
        r"^(?P<file>[\w./\\-]{1,300}\.py):(?P<line>\d{1,9}): (?:in )?(?P<function>[\w<>.]{1,120})$",
        "tests/test_x.py:12: in test_shape",
        "a.py:12: error: expected a value",
    ),
    _row(
        "keras",
        ".py:",
        r"^\s*(?P<file>[~/\w](?:<redacted:\w{1,20}>|[^\s:\"']){2,400}\.py):(?P<line>\d{1,9})"
        r" (?P<function>[a-zA-Z_<]\w{1,80}>?)(?:  \*)?$",
        "    /usr/local/lib/python3.7/dist-packages/tensorflow/python/distribute/distribute_lib.py:1286 run",
        "launch.py:314 sigkill_handler killing",
    ),
    _row(
        "torch_native",
        "frame #",
        r"frame #\d{1,4}: (?P<function>[^\n]{1,300}?) \+ 0x[0-9a-f]{1,16} \(0x[0-9a-f]{1,16} in (?P<file"
        r">[^()\s]{1,300})\)",
        "frame #1: c10::detail::torchCheckFail(char const*) + 0x64 (0x7f1 in /opt/torch/lib/libc10.so)",
        "frame #1: nothing",
    ),
    _row(
        "gdb",
        "#",
        r"^\s*#\d{1,4} +(?:0x[0-9a-f]{1,16} in )?(?P<function>[\w:~<>]{2,200}) ?\(.{0,300}?\) (?:at"
        r"|from) (?P<file>[^\s:]{1,300})(?::(?P<line>\d{1,9}))?",
        "#3  0x00007f in ggml_abort (file=0x1) at ggml.c:362",
        "# 3 things from a list",
    ),
    _row(
        "braces",
        "at ",
        r"^\s*at (?P<function>[\w.$<>/ \[\]-]{1,200}?) ?\((?P<file>[^()\s]{1,300}?):(?P<line>\d{1,9})(?:"
        r":\d{1,9})?\)",
        "    at Module._resolveFilename (node:internal/modules/cjs/loader:933:15)",
        "at once (at 3:30)x",
    ),
)

_ARROWS = re.compile(r" (?:->|<-) ")
_CHAINED = re.compile(
    r"(?P<file>[\w./\\-]{1,200}\.\w{1,5})?:(?P<line>\d{1,6})(?: (?P<function>[\w.]{1,80}))?", re.ASCII
)

_INSTALLED = re.compile(r"^.*(?:site-packages|dist-packages)/", re.DOTALL)
_STDLIB = re.compile(r"^.*/lib(?:64)?/python\d\.\d{1,2}/", re.DOTALL)
_ROOTS = frozenset(
    [
        "vllm",
        "vllm_ascend",
        "sglang",
        "torch",
        "torch_npu",
        "torchvision",
        "torchaudio",
        "transformers",
        "diffusers",
        "peft",
        "trl",
        "accelerate",
        "deepspeed",
        "megatron",
        "lmdeploy",
        "text_generation_server",
        "tensorrt_llm",
        "lightllm",
        "ktransformers",
        "xinference",
        "llama_cpp",
        "auto_gptq",
        "awq",
        "bitsandbytes",
        "flash_attn",
        "xformers",
        "triton",
        "tensorflow",
        "keras",
        "jax",
        "jaxlib",
        "flax",
        "paddle",
        "onnxruntime",
        "numpy",
        "pandas",
        "sklearn",
        "mmcv",
        "mmdet",
        "ultralytics",
        "comfy",
        "ray",
        "verl",
        "llamafactory",
        "axolotl",
        "fairseq",
        "detectron2",
        "einops",
    ]
)


def module_of(file: str) -> str:
    """The path without the part that differs from machine to machine."""
    path = file.replace("\\", "/")
    for installed in (_INSTALLED, _STDLIB):
        short = installed.sub("", path)
        if short != path:
            return short
    parts = path.split("/")
    first = next((part for part in parts[:-1] if part in _ROOTS), None)
    if first is not None:
        last = len(parts) - 2 - parts[-2::-1].index(first)
        return "/".join(parts[last:])
    absolute = path.startswith(("/", "~")) or path[1:2] == ":"
    return "/".join(parts[-3:]) if absolute and len(parts) > 3 else path.removeprefix("./")


def frame_of(text: str) -> Frame | None:
    """The frame that the line prints, if it prints one."""
    for row in FRAMES:
        if row.hint in text and (found := row.pattern.search(text)):
            parts = found.groupdict()
            file = parts.get("file")
            line = parts.get("line")
            function = parts.get("function")
            if function and function.endswith(("Error", "Exception")):
                function = None
            if function:
                function = _dunder(function)
            return Frame(file, int(line) if line else None, function, module_of(file) if file else None)
    return None


def _dunder(function: str) -> str:
    """`**init**`, as Markdown shows `__init__`, is `__init__`."""
    return f"__{function.strip('*')}__" if function.startswith("**") else function.rstrip("*")


def frames_of_chain(text: str) -> list[Frame]:
    """The frames of one line `a.py:9 main -> b.py:33 run -> :40`, outermost first; empty for other lines."""
    if not _ARROWS.search(text):
        return []
    frames: list[Frame] = []
    file: str | None = None
    for found in _CHAINED.finditer(text):
        file = found["file"] or file
        if file is not None:
            frames.append(Frame(file, int(found["line"]), found["function"], module_of(file)))
    return frames if len(frames) > 1 else []
