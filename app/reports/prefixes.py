"""What programs print before the text of a line: a table, tried until nothing more fits.

A row's pattern may name three groups: `stream` (which process or rank speaks), `level`, `title` (the line is
an issue title). Everything that matches is removed; indentation after the prefix stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_ROUNDS = 8
"""Prefixes of one line that are taken off; real logs nest four (compose, Kubernetes, worker, log head)."""

_LEVELS = (
    "TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|ERR|CRITICAL|FATAL|SEVERE|EXCEPTION"
    "|trace|debug|info|notice|warning|warn|error|critical|fatal"
)
_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?"
_STAMP = rf"\d{{4}}[-/]\d\d[-/]\d\d[T _-]{_CLOCK}(?:Z| ?[+-]\d\d:?\d\d)?"
_LEVEL_NAMES = {
    "E": "ERROR",
    "ERR": "ERROR",
    "ERRO": "ERROR",
    "EXCEPTION": "ERROR",
    "SEVERE": "ERROR",
    "F": "FATAL",
    "C": "CRITICAL",
    "W": "WARNING",
    "WARN": "WARNING",
    "I": "INFO",
    "V": "INFO",
    "D": "DEBUG",
}


@dataclass(frozen=True, slots=True)
class PrefixRow:
    """One kind of prefix."""

    id: str
    first: str
    """The characters it may begin with, ranges as in a character class."""
    pattern: str
    sample: str
    """A line that begins with it."""
    rest: str
    """What is left of the sample when all prefixes are off."""
    near_miss: str
    """A line that this row must not touch."""
    indented: bool = True
    """It may stand after white space."""


PREFIXES: tuple[PrefixRow, ...] = (
    PrefixRow(
        "process",
        "(",
        r"\((?P<stream>(?:[A-Za-z_][\w.:-]{0,80} )?(?:(?:pid|rank|ip|node|local_rank"
        r"|actor_id)=[^\s,()]{1,80}(?:, | |(?=\)))){1,5})\):? ?",
        "(EngineCore_DP0 pid=281) (RayWorkerWrapper pid=7, ip=10.0.0.2) RuntimeError: x",
        "RuntimeError: x",
        "(15x4096 and 2048x11008) cannot be multiplied",
    ),
    PrefixRow(
        "ray_service",
        "(",
        r"\((?P<stream>raylet|autoscaler|gcs_server|scheduler)(?: [+][\w.]{1,20})?(?:, ip=[\d.]{7,15})?\) ",
        "(raylet) Spilled 2 MiB",
        "Spilled 2 MiB",
        "(raylets are many) x",
    ),
    PrefixRow(
        "rank",
        "[r",
        r"\[?(?P<stream>(?:rank|default|Rank |rank )\d{1,5})\](?::|) ?",
        '[rank3]:   File "a.py", line 1, in f',
        '  File "a.py", line 1, in f',
        "[rank of tensor] is 3",
    ),
    PrefixRow(
        "mpi",
        "[",
        r"\[(?P<stream>\d{1,4},\d{1,5})\](?:<std(?:out|err|diag)>:| ?<std(?:out|err)>:?) ?",
        "[1,2]<stdout>:RuntimeError: x",
        "RuntimeError: x",
        "[1,2] is invalid",
    ),
    PrefixRow(
        "nccl_host",
        "a-zA-Z0-9",
        r"(?P<stream>[A-Za-z][\w.-]{0,63}:\d{1,8}:\d{1,8}) (?=\[\d{1,3}\] |NCCL )",
        "host-1:1324:1400 [1] init.cc:497 NCCL WARN Duplicate GPU detected",
        "[1] init.cc:497 NCCL WARN Duplicate GPU detected",
        "12:30:45 [1] x",
    ),
    PrefixRow(
        "sglang",
        "[",
        rf"\[{_STAMP}(?P<stream>(?: (?:TP|PP|EP|DP|CP|MoE|ATTN|ATTN_TP|ATTN_CP|MOE_EP|MOE_TP|PCP"
        rf"|DCP)\d{{1,4}}){{1,6}})\] ?",
        "[2026-08-23 09:11:04 TP6 EP6] Scheduler hit an exception: Traceback (most recent call last):",
        "Scheduler hit an exception: Traceback (most recent call last):",
        "[2026-08-23 is a day] x",
    ),
    PrefixRow(
        "actions",
        "#",
        r"##\[(?P<level>error|warning|debug|notice|command|group|endgroup|section)\]",
        "##[error]Process completed with exit code 1.",
        "Process completed with exit code 1.",
        "##[1, 2] is a shape",
    ),
    PrefixRow(
        "title",
        "[",
        r"\[(?P<title>bug|usage|installation|feature|misc|rfc|ci failure|performance|new model|bug report"
        r"|question|doc|help wanted|BUG|Bug|Usage|Installation|Feature|Misc|RFC|CI Failure|Performance"
        r"|New Model"
        r"|Bug Report|Question|Doc|Help|Issue)\] ?[:：]? ?",
        "[Bug]: RuntimeError: shape '[2048, -1, 64]' is invalid for input of size 8368128",
        "RuntimeError: shape '[2048, -1, 64]' is invalid for input of size 8368128",
        "[Bugs] are many",
    ),
    PrefixRow(
        "cri",
        "0-9",
        rf"{_STAMP} (?P<stream>std(?:out|err)) [FP] ",
        "2024-02-08T08:40:56.161618385Z stderr F Traceback (most recent call last):",
        "Traceback (most recent call last):",
        "2024-02-08T08:40:56Z stderr was empty",
    ),
    PrefixRow(
        "stamp_pipes",
        "0-9",
        rf"{_STAMP} \| (?P<level>{_LEVELS}) *\| (?:std(?:err|out) \| "
        rf"|[\w.<>]{{1,80}}:[\w.<>]{{1,80}}:\d{{1,6}} - )?",
        '2024-02-20 21:46:23 | ERROR | stderr |   File "x.py", line 71, in init_model',
        '  File "x.py", line 71, in init_model',
        "2024-02-20 21:46:23 | total | 12",
    ),
    PrefixRow(
        "stamp_dashes",
        "0-9",
        rf"(?:{_STAMP}|\d\d/\d\d {_CLOCK}) - (?:[\w./-]{{1,80}} - )?(?P<level>{_LEVELS}) - (?:[\w.]{{1,6"
        rf"0}}:\d{{1,6}} - )?",
        "01/19 15:19:51 - turbomind - WARNING - loading from workspace",
        "loading from workspace",
        "2024-02-20 21:46:23 - all fine",
    ),
    PrefixRow(
        "stamp_logger",
        "0-9",
        rf"{_STAMP} (?:- )?[\w./-]{{1,80}} +\d{{1,8}} (?P<level>{_LEVELS}) +",
        "2025-03-12 09:29:12,291 xinference.core.model 822191 ERROR    [request 75] Leave chat",
        "[request 75] Leave chat",
        "2025-03-12 09:29:12 it saw 12 ERROR lines",
    ),
    PrefixRow(
        "tensorflow",
        "0-9EWIF",
        rf"(?:{_STAMP}: )?(?P<level>[EWIF]) (?:[\w.-]{{1,60}}/){{0,12}}[\w.-]{{1,60}}\.(?:cc|cpp|h"
        rf"|cu):\d{{1,6}}\]? ",
        "2020-03-03 18:53:24.234801: E tensorflow/core/common_runtime/gpu/gpu_device.cc:1304] failed",
        "failed",
        "E is a letter, gpu.cc:12 a place",
    ),
    PrefixRow(
        "stamp",
        "0-9",
        rf"{_STAMP}(?: -)?(?::|) +(?!, )",
        '2024-02-08T08:40:56.161651438Z   File "a.py", line 5, in f',
        'File "a.py", line 5, in f',
        "2024-02-08 was a Thursday",
    ),
    PrefixRow(
        "stamp_bracket",
        "[",
        rf"\[ {{0,8}}(?:{_STAMP}|\d\d/\d\d/\d{{4}}-{_CLOCK}|{_CLOCK}|\d{{9,13}}(?:\.\d{{1,9}})?"
        rf"|\d{{1,7}}\.\d{{6}}|[A-Z][a-z]{{2}} \w{{3}} ? ?\d{{1,2}} {_CLOCK}(?: \d{{4}})?)"
        rf"(?: +(?P<level>{_LEVELS}|[EWIF]))?\] ?",
        "[2020-10-27 09:27:05   ERROR] Add_187: dimensions not compatible for elementwise",
        "Add_187: dimensions not compatible for elementwise",
        "[2020, 10, 27] is a shape",
    ),
    PrefixRow(
        "level_bracket",
        "[",
        r"\[ ?(?P<level>TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|CRITICAL|FATAL|error|warning|info"
        r"|debug|E|W|I|F|V) ?\]:? ?",
        "[ERROR] 2025-04-08-18:07:20 (PID:1292363, Device:1, RankID:1) ERR01100 OPS call acl api failed.",
        "(PID:1292363, Device:1, RankID:1) ERR01100 OPS call acl api failed.",
        "[E:onnxruntime:, x.cc:339] Non-zero",
    ),
    PrefixRow(
        "tool_bracket",
        "[",
        r"\[(?:TRT|TensorRT-LLM|TM|TensorRT|WASI-NN|TRTLLM|trtllm|Torch-TensorRT[\w -]{0,60})\](?: - )? ?",
        "[01/05/2024-03:20:21] [TRT] [E] 3: [executionContext.cpp::setInputShape::2288] Error Code 3",
        "3: [executionContext.cpp::setInputShape::2288] Error Code 3",
        "[TRTX] x",
    ),
    PrefixRow(
        "ort_logger",
        "[",
        r"\[(?P<level>[VIWEF]):onnxruntime:[\w-]{0,40}, [^\]]{1,200}\] ",
        "[E:onnxruntime:, sequential_executor.cc:339 onnxruntime::SequentialExecutor::Execute] Non-zero "
        "status",
        "Non-zero status",
        "[E:other:, x.cc:339] Non-zero",
    ),
    PrefixRow(
        "rust_log",
        "[",
        rf"\[{_STAMP} (?P<level>{_LEVELS}) [\w:.-]{{1,80}}\] ",
        "[2024-12-11T13:39:23Z ERROR stdout] Backend Error: WASI-NN Backend Error",
        "Backend Error: WASI-NN Backend Error",
        "[2024-12-11 ERROR] x",
    ),
    PrefixRow(
        "rust_trace",
        "A-Za-z",
        rf"(?P<level>{_LEVELS}) [a-z_]\w{{1,60}}(?:::\w{{1,60}}){{1,6}}: ",
        "2025-08-23T10:28:05Z  WARN collection::shards::replica_set::update: Failed to update shard",
        "Failed to update shard",
        "WARN std: x",
    ),
    PrefixRow(
        "vllm_head",
        "A-Za-z",
        rf"(?P<level>{_LEVELS}) +(?:\d\d-\d\d {_CLOCK} +)?\[?(?:[\w.-]{{1,60}}/){{0,8}}[\w.-]{{1,60}}\.p"
        rf"y:\d{{1,6}}\] ?",
        'ERROR 01-31 10:15:44 [core.py:386]   File "a.py", line 1, in f',
        '  File "a.py", line 1, in f',
        "ERROR in core.py:386",
    ),
    PrefixRow(
        "vllm_source",
        "[",
        r"\[(?:[\w.-]{1,60}/){0,8}[\w.-]{1,60}\.py:\d{1,6}\] ?",
        "[multiproc_executor.py:492] ValueError: Free memory on device",
        "ValueError: Free memory on device",
        "[a.py] x",
    ),
    PrefixRow(
        "hf_logger",
        "[",
        rf"\[(?P<level>{_LEVELS})\|(?:[\w.-]{{1,60}}:\d{{1,6}}\] )?{_STAMP}(?:\]"
        rf"|,\d{{1,9}})? ?(?:[\w.]{{1,80}}:\d{{1,6}} )?>> ",
        "[WARNING|logging.py:329] 2025-03-14 16:34:32,585 >> Sliding Window Attention is enabled",
        "Sliding Window Attention is enabled",
        "[WARNING|x] y",
    ),
    PrefixRow(
        "glog",
        "[EWIF",
        rf"\[?(?P<level>[EWIF])(?:\d{{3,8}} {_CLOCK}(?: +\d{{1,8}})?)? (?:[\w.-]{{1,60}}/){{0,8}}[\w.-]"
        rf"{{1,60}}\.\w{{1,4}}:\d{{1,6}}\] ?",
        "[W904 09:50:12.024496247 compiler_depend.ts:57] Warning: EZ9999: Inner Error!",
        "Warning: EZ9999: Inner Error!",
        "E 12 x.cc:3",
    ),
    PrefixRow(
        "gcp",
        "A-Za-z",
        rf"(?P<level>{_LEVELS}) {_STAMP} \[resource\.labels\.\w{{1,40}}: (?P<stream>[\w.-]{{1,80}})\] ",
        "INFO 2025-11-19T20:16:36.096678218Z [resource.labels.containerName: vllm] return func(*args, "
        "**kwargs)",
        "return func(*args, **kwargs)",
        "INFO 2025-11-19 all fine",
    ),
    PrefixRow(
        "logging",
        "A-Za-z",
        rf"(?P<level>{_LEVELS}):(?!//)[A-Za-z_][\w.-]{{0,80}}:",
        "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1)",
        "failed (exitcode: 1)",
        "ERROR: torch is missing",
    ),
    PrefixRow(
        "level_stamp",
        "A-Za-z",
        rf"(?P<level>{_LEVELS}) (?:{_STAMP}|\d\d-\d\d {_CLOCK}) ",
        "INFO 2025-02-11 21:35:17,102 worker is up",
        "worker is up",
        "ERROR 12 of 13",
    ),
    PrefixRow(
        "level_word",
        "CEFIW",
        r"(?P<level>ERROR|WARNING|CRITICAL|FATAL|INFO) ?:? +(?=\S)",
        "ERROR lora diffusion_model.weight The size of tensor a",
        "lora diffusion_model.weight The size of tensor a",
        "ERRORS were seen",
    ),
    PrefixRow(
        "comfy",
        "!",
        r"!!! (?P<level>Exception) during processing ?!!! ?",
        "!!! Exception during processing!!! could not broadcast input array",
        "could not broadcast input array",
        "!!! x",
    ),
    PrefixRow(
        "clock_level",
        "0-9",
        rf"{_CLOCK}(?:-\d{{1,9}})? +(?P<level>{_LEVELS}) +",
        "03:49:35-218744 ERROR    Failed to load the model.",
        "Failed to load the model.",
        "03:49:35 errors were seen",
    ),
    PrefixRow(
        "docker_daemon",
        "EWIF",
        r"(?P<level>ERRO|WARN|INFO|FATA)\[\d{1,6}\] ",
        "ERRO[0000] error waiting for container",
        "error waiting for container",
        "ERRO[x] y",
    ),
    PrefixRow(
        "journald",
        "A-Z",
        rf"[A-Z][a-z]{{2}} [ \d]\d {_CLOCK} [\w.-]{{1,80}} (?P<stream>[\w./@-]{{1,80}}(?:\[\d{{1,8}}\])?): ?",
        "Apr 18 20:55:50 host vllm[8121]: (EngineCore pid=8121)             else:",
        "            else:",
        "Apr 18 was warm",
    ),
    PrefixRow(
        "pod",
        "[",
        r"\[(?P<stream>pod/[\w.-]{1,120}(?:/[\w.-]{1,80})?)\] ",
        "[pod/vllm-0/server] RuntimeError: x",
        "RuntimeError: x",
        "[pods/x] y",
    ),
    PrefixRow(
        "job",
        "[",
        r"\[(?P<stream>job|Stage-\d{1,4}|worker-?\d{0,5}|launcher|server|trainer)\] ",
        "[Stage-0] ERROR 02-24 15:55:50 [core.py:1008]     return run()",
        "    return run()",
        "[jobs] x",
    ),
    PrefixRow(
        "compose",
        "A-Za-z",
        r"(?P<stream>[A-Za-z][\w.-]{1,60}) +\| (?!(?:\d+|[A-Z]{4,12}) *\|)",
        "gemma-vllm-server  | AssertionError",
        "AssertionError",
        "a | b",
        indented=False,
    ),
    PrefixRow(
        "group",
        "|",
        r"(?<=\s\s)\|(?: |$)(?![^\n]{0,400}\|$)",
        "    | ValueError: x",
        "ValueError: x",
        "| NVIDIA-SMI 560.28.03  |",
    ),
    PrefixRow(
        "quote",
        ">",
        r"(?!>>>)(?:> ?){1,8}(?!>)",
        "> > RuntimeError: x",
        "RuntimeError: x",
        ">>> x = 1",
        indented=False,
    ),
    PrefixRow(
        "pytest",
        "E",
        r"E {3}(?=\s{0,60}\S)|E$",
        "E   TypeError: x",
        "TypeError: x",
        "E = mc2",
        indented=False,
    ),
    PrefixRow(
        "heading",
        "#",
        r"#{1,6} (?=[A-Za-z*`\[])",
        "## RuntimeError: x",
        "RuntimeError: x",
        "#include <x>",
        indented=False,
    ),
    PrefixRow(
        "report_label",
        "E*",
        r"\*{0,2}Exception Message:\*{0,2} (?=\S)",
        "- **Exception Message:** mat1 and mat2 shapes cannot be multiplied (32x2048 and 768x320)",
        "mat1 and mat2 shapes cannot be multiplied (32x2048 and 768x320)",
        "Exception Messages are long",
    ),
    PrefixRow(
        "node",
        "E",
        r"(?P<level>Error) occurred when executing [\w .|()/+-]{1,80}: {0,2}(?=\S)",
        "Error occurred when executing KSampler: Given groups=1, weight of size [320, 4, 3, 3]",
        "Given groups=1, weight of size [320, 4, 3, 3]",
        "Error occurred when executing KSampler:",
    ),
    PrefixRow(
        "bullet",
        "0-9*•-",
        r"(?:[-*•] {1,3}|\d{1,2}\. )(?=[A-Za-z*`'\"\[(]|[一-鿿])",
        "- InvalidArgumentError: Broadcast dimension mismatch.",
        "InvalidArgumentError: Broadcast dimension mismatch.",
        "-- 255 points",
        indented=False,
    ),
    PrefixRow(
        "html",
        "<",
        r"</?(?:details|summary|pre|code|p|br|div|title|b|strong|h[1-6]|tt|span|td|tr"
        r"|blockquote)(?: [^<>]{0,120})?/?>",
        "<title>Tesla V100 failed",
        "Tesla V100 failed",
        "<lambda> failed",
    ),
)


def _expand(row: PrefixRow) -> str:
    named = re.sub(r"\(\?P<(\w+)>", lambda found: f"(?P<{row.id}__{found[1]}>", row.pattern)
    return f"(?P<{row.id}>{named})"


def _dispatch(rows: tuple[PrefixRow, ...]) -> dict[str, re.Pattern[str]]:
    """The rows that may begin with each character, as one pattern: most lines then try none."""
    firsts = [re.compile(f"[{row.first.replace('[', chr(92) + '[')}]") for row in rows]
    table = {}
    for character in (*map(chr, range(33, 127)), "•"):
        fitting = [row for row, first in zip(rows, firsts, strict=True) if first.match(character)]
        if fitting:
            table[character] = re.compile("|".join(_expand(row) for row in fitting))
    return table


_COLUMN_ONE = _dispatch(PREFIXES)
_ANYWHERE = _dispatch(tuple(row for row in PREFIXES if row.indented))
_MARKUP = frozenset({"group", "quote", "heading", "bullet", "html", "title", "pytest"})
_PARTS = {
    row.id: tuple(f"{row.id}__{name}" for name in re.findall(r"\(\?P<(\w+)>", row.pattern))
    for row in PREFIXES
}


@dataclass(frozen=True, slots=True)
class Stripped:
    """A line without its prefixes."""

    text: str
    stream: str
    level: str | None
    title: bool
    headed: bool
    """A log prefix was taken off, not only a quote mark or a bullet."""
    breaks: bool
    """It is a heading."""


def _match(text: str) -> re.Match[str] | None:
    body = text.lstrip(" \t")
    start = len(text) - len(body)
    pattern = (_ANYWHERE if start else _COLUMN_ONE).get(body[:1])
    return pattern.match(text, start) if pattern else None


def strip_prefixes(text: str) -> Stripped:
    """The text after every known prefix, with the stream key and the level they name."""
    streams: dict[str, None] = {}
    level: str | None = None
    title = headed = breaks = False
    for _ in range(MAX_ROUNDS):
        found = _match(text)
        if found is None or found.lastgroup is None or found.end() == found.start():
            break
        breaks = breaks or found.lastgroup == "heading"
        headed = headed or found.lastgroup not in _MARKUP
        for name in _PARTS[found.lastgroup]:
            value = found[name]
            if value is None:
                continue
            if name.endswith("__stream"):
                streams[value.strip()] = None
            elif name.endswith("__level"):
                level = _LEVEL_NAMES.get(value.upper(), value.upper())
            else:
                title = True
        text = text[found.end() :]
    return Stripped(text, " ".join(streams), level, title, headed, breaks)


def has_prefix(text: str) -> bool:
    """Whether the line begins with a prefix that a logger printed."""
    found = _match(text)
    return found is not None and found.lastgroup not in _MARKUP
