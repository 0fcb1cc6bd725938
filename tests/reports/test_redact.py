"""Secrets go, evidence stays: a corpus of made-up secrets in real log lines, and the development cases."""

from __future__ import annotations

import random
import re
import string
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from app.reports.parse import parse_text
from app.reports.redact import redact
from tests.reports.dev import pastes

LINES = tomllib.loads((Path(__file__).parent / "secrets.toml").read_text(encoding="utf-8"))["line"]
EACH = 12
"""Made-up secrets put into each line."""
ALPHANUMERIC = string.ascii_letters + string.digits


def of(rng: random.Random, alphabet: str, length: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(length))


def word(rng: random.Random) -> str:
    return of(rng, ALPHANUMERIC, rng.randrange(14, 40)) + str(rng.randrange(10))


MADE: dict[str, Callable[[random.Random], str]] = {
    "hf": lambda rng: "hf_" + of(rng, string.ascii_letters, 34),
    "github": lambda rng: rng.choice(["ghp_", "gho_", "ghs_"]) + of(rng, ALPHANUMERIC, 36),
    "openai": lambda rng: rng.choice(["sk-", "sk-proj-", "sk-ant-api03-"]) + of(rng, ALPHANUMERIC, 40) + "7",
    "aws": lambda rng: rng.choice(["AKIA", "ASIA"]) + of(rng, string.ascii_uppercase + string.digits, 16),
    "word": word,
    "hex40": lambda rng: of(rng, "0123456789abcdef", 40),
    "jwt": lambda rng: ".".join(
        ["eyJ" + of(rng, ALPHANUMERIC, 30), "eyJ" + of(rng, ALPHANUMERIC, 60), word(rng)]
    ),
    "email": lambda rng: (
        of(rng, string.ascii_lowercase, 6) + "." + of(rng, string.ascii_lowercase, 5) + "@lab.example.org"
    ),
    "ip": lambda rng: ".".join(str(rng.randrange(11, 255)) for _ in range(4)),
    "name": lambda rng: of(rng, string.ascii_lowercase, 7),
    "host": lambda rng: "dgx-" + of(rng, string.ascii_lowercase, 3) + f"-{rng.randrange(100):02d}",
    "uuid": lambda rng: "-".join(of(rng, "0123456789abcdef", size) for size in (8, 4, 4, 4, 12)),
}


@pytest.mark.parametrize("row", LINES, ids=[row["kind"] for row in LINES])
def test_every_made_up_secret_goes(row: dict[str, object]) -> None:
    rng = random.Random(str(row["kind"]))
    texts = row["texts"]
    assert isinstance(texts, list)
    left = []
    for text in texts:
        for _ in range(EACH):
            secret = MADE[str(row["make"])](rng)
            hidden = redact(text.replace("{x}", secret))
            if secret in hidden or "<redacted:" not in hidden:
                left.append((text, secret, hidden))
    assert left == []


def test_kinds_are_named() -> None:
    for row in LINES:
        rng = random.Random(1)
        hidden = redact(row["texts"][0].replace("{x}", MADE[row["make"]](rng)))
        assert f"<redacted:{row['kind']}>" in hidden


def test_private_key_goes_whole_also_between_log_prefixes() -> None:
    body = "\n".join(f"[rank0]: {of(random.Random(n), ALPHANUMERIC, 64)}" for n in range(20))
    text = f"before\n-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----\nafter"
    assert redact(text) == "before\n<redacted:private_key>\nafter"


def test_private_key_that_breaks_off() -> None:
    key = of(random.Random(3), ALPHANUMERIC, 900)
    assert key[:40] not in redact(f"x -----BEGIN PRIVATE KEY-----\n{key}")


def numbers(text: str) -> list[str]:
    """Everything that evidence is made of: numbers of shapes and versions, file names."""
    plain = re.sub(r"(?:\d{1,3}\.){3}\d{1,3}", "", text.replace("<redacted:ip>", ""))
    return re.findall(r"\d+(?:\.\d+)*|[\w-]+\.(?:py|cu|cc|cpp|so|gguf|safetensors|json|h)\b", plain)


@pytest.mark.parametrize("part", range(4))
def test_evidence_stays(part: int) -> None:
    """On the development cases no number of a shape or version and no file name is lost."""
    for paste in pastes()[part::4]:
        assert numbers(redact(paste.text)) == numbers(paste.text), paste.id


def test_the_report_of_a_redacted_paste_is_the_same() -> None:
    def essence(text: str) -> object:
        report = parse_text(text)
        return [
            (error.type, redact(error.message), [(frame.line, frame.function) for frame in error.frames])
            for error in report.errors
        ]

    differing = [paste.id for paste in pastes() if essence(redact(paste.text)) != essence(paste.text)]
    assert differing == []


KEPT = (
    "TensorRT version: 10.11.0.33",
    "nvidia-cublas-cu12        12.4.5.8",
    "blob (shape=(1.32.32.3)) are incompatible",
    "the model asks for shape=(1.3.32.32) and the tensor has (1.64.64.3)",
    "read: nano-vectordb 0.0.4.3",
    "commit 0123456789abcdef0123456789abcdef01234567",
    "max_num_batched_tokens=8192, num_speculative_tokens: 5, pad_token_id=128001",
    "eos_token='<|im_end|>' bos_token: '<s>'",
    "KeyError: 'token'",
    "http://0.0.0.0:8000/v1/chat/completions",
    "std::runtime_error and c10::detail::torchCheckFail",
    "stencil/local_domain.cuh@54: CUDA Runtime Error(46)",
    'File "/home/user/.conda/envs/e/lib/python3.12/site-packages/vllm/config.py", line 3, in f',
    "secret sauce: password protected? no",
    "api_key='EMPTY', token=None",
    "q @ k.transpose(-2, -1)",
)


@pytest.mark.parametrize("line", KEPT)
def test_lookalikes_stay(line: str) -> None:
    assert redact(line) == line
