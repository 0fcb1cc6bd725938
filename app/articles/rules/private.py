"""Rules on what must not be published: people and secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.articles.model import Problem
from app.articles.rules.view import View


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """One kind of personal data or secret."""

    what: str
    pattern: re.Pattern[str]
    """Linear: one bounded repeat after a literal."""
    sample: str
    near_miss: str
    remedy: str
    stand_in: str = "<redacted>"
    """What a draft writes in its place."""


PRIVATE: tuple[PrivateRow, ...] = (
    PrivateRow(
        "an e-mail address",
        re.compile(
            r"(?<![\w.+-])(?!git@)[A-Za-z0-9][\w.+-]{0,63}@(?!(?:[\w-]{1,60}\.)?example\.)[A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){0,4}\.[A-Za-z]{2,12}\b"
        ),
        "write to jane.doe@mail.org",
        "git@github.com:a/b and user@example.org and torch@2.1.0",
        "remove it",
    ),
    PrivateRow(
        "a home folder",
        re.compile(
            r"(/home/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})(?!(?:user|ubuntu|vllm|jovyan|runner|Public|Shared|USERNAME|NAME|you|me|\.\.\.|x)\b)[\w.-]{1,60}",
            re.IGNORECASE,
        ),
        'File "/home/jdoe/run.py"',
        'File "/home/user/run.py", /root/run.py',
        "write user for the name",
        r"\1user",
    ),
    PrivateRow(
        "a token",
        re.compile(
            r"\b(?:hf_|ghp_|gho_|ghs_|github_pat_|glpat-|sk-(?:proj-|ant-)?|xox[abp]-|nvapi-|AKIA)[A-Za-z0-9_-]{16,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"
        ),
        "export HF_TOKEN=hf_abcdefghijklmnopqrst",
        "hf_transfer, sk-learn, sk-learn-contrib",
        "remove it and revoke it",
    ),
    PrivateRow(
        "a private key",
        re.compile(r"-----BEGIN (?:[A-Z]{1,12} )?PRIVATE KEY"),
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "remove it and replace the key",
    ),
    PrivateRow(
        "a password in a URL",
        re.compile(r"[a-z]{2,10}://[^/\s:@]{1,60}:[^/\s:@]{1,60}@"),
        "postgresql://me:secret@db/x",
        "tcp://127.0.0.1:29500",
        "remove it",
        "https://",
    ),
)


def private(view: View) -> Iterator[Problem]:
    """No person, path of a person or secret in any file of the bundle."""
    for file in view.texts:
        for number, line in view.lines(file):
            for row in PRIVATE:
                if row.pattern.search(line):
                    yield view.problem(file, number, f"the line holds {row.what}", row.remedy)


def cleaned(text: str) -> str:
    """`text` with a stand-in for everything that the rule would find."""
    for row in PRIVATE:
        text = row.pattern.sub(row.stand_in, text)
    return text
