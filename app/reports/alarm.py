"""How much a line without any known form sounds like an error."""

from __future__ import annotations

import re

MOST = 6
"""Words beyond this many add nothing."""

_WORDS = frozenset(
    (
        "error",
        "errors",
        "failed",
        "fail",
        "fails",
        "failure",
        "failing",
        "invalid",
        "mismatch",
        "mismatched",
        "mismatches",
        "expected",
        "expect",
        "expects",
        "cannot",
        "can't",
        "couldn't",
        "unable",
        "unsupported",
        "missing",
        "incompatible",
        "inconsistent",
        "exceed",
        "exceeds",
        "exceeded",
        "denied",
        "refused",
        "timeout",
        "hang",
        "hangs",
        "hung",
        "stuck",
        "freezes",
        "freeze",
        "undefined",
        "illegal",
        "killed",
        "crash",
        "crashes",
        "crashed",
        "crashing",
        "corrupt",
        "corrupted",
        "corruption",
        "broken",
        "wrong",
        "unexpected",
        "incorrect",
        "unknown",
        "larger",
        "greater",
        "unrecognized",
        "unrecognised",
        "requires",
        "required",
        "lost",
        "dead",
        "deadlock",
        "leak",
        "leaked",
        "leaks",
        "must",
        "fatal",
        "oom",
        "oops",
        "incorrectly",
        "mis-match",
        "abort",
        "aborted",
        "dies",
        "died",
        "refuses",
        "inhomogeneous",
        "ragged",
        "ambiguous",
        "segfault",
        "unimplemented",
        "disallowed",
        "impossible",
    )
)

_PHRASES = (
    "can not",
    "could not",
    "not support",
    "not found",
    "not divisible",
    "not aligned",
    "not compatible",
    "not implemented",
    "not available",
    "no available",
    "not valid",
    "does not",
    "doesn't",
    "did not",
    "do not match",
    "don't match",
    "out of range",
    "out of bounds",
    "out of memory",
    "timed out",
    "time out",
    "no such",
    "has no ",
    "have no ",
    "should be",
    "should have",
    "should match",
    "should contain",
    "too large",
    "too small",
    "too many",
    "too long",
    "too short",
    "too old",
    "too few",
    "dead lock",
    "different shape",
    "already in use",
    "already used",
)
_CHINESE = (
    "报错",
    "错误",
    "失败",
    "不支持",
    "异常",
    "无法",
    "不能",
    "卡住",
    "卡死",
    "炸显存",
    "爆显存",
    "显存不足",
    "超时",
    "不匹配",
    "不一致",
    "崩溃",
    "没有",
    "找不到",
    "问题",
)
_TOKEN = re.compile(r"[a-z][a-z'-]+")
_NUMBER = re.compile(r"\d")
_QUIET = re.compile(
    r"(?:.{0,80}NCCL INFO|Requirement already satisfied|Fetching \d|Loading |Downloading |\d{1,3}%\|"
    r"|error_file {0,3}:|Epoch |.{0,80}\d{1,3}%\|"
    r"|[\w ]{2,40}: Could not collect|\[\w{3,8}\] Could not collect|Vulnerability [\w ]{2,40}:"
    r"|INFO:     |.{0,4}NVIDIA-SMI|GPU \d|torch\b.{0,20}==|--?[\w-]{2,60}(?:[ =]|$)|\$ "
    r"|(?:python3?|vllm|docker|sglang|pip3?|cargo|export|sudo|CUDA_VISIBLE_DEVICES=\S{1,60}) )"
)
_CALM = re.compile(r"\b(?:0|no) errors?\b")
_LOOKED_AT = 2000


def is_quiet(text: str) -> bool:
    """Whether the line is a progress bar, a command, a line of a table: never an error nor part of one."""
    return _QUIET.match(text) is not None


def alarm(text: str) -> int:
    """0 (not at all) to 6: the number of different error words, one more if there are numbers beside them."""
    if len(text) < 7 or is_quiet(text):
        return 0
    lower = text[:_LOOKED_AT].lower()
    found = len(_WORDS.intersection(_TOKEN.findall(lower))) + sum(phrase in lower for phrase in _PHRASES)
    if not lower.isascii():
        found += sum(word in lower for word in _CHINESE)
    if found == 0 or _CALM.search(lower):
        return 0
    if text.rstrip().endswith((":", "：")):
        return 1 if found > 2 else 0
    return min(found, MOST - 1) + (1 if _NUMBER.search(text) else 0)
