"""A server under mixed load for a long time: nothing fails, and memory, files and threads stay flat.

`python -m tests.serving.soak MINUTES` prints one JSON line and exits 1 when something failed or grew.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx2 as httpx

from tests.reports.dev import pastes
from tests.serving.farm import ROOT, answers, free_port, until

CLIENTS = 4
EVERY = 2.0
"""Seconds between two looks at the process."""
MOST_GROWTH = 0.05
"""Part by which memory may differ between the second and the last quarter of the time."""
MOST_MORE = 8
"""Files or threads that may be open more than before."""
SLUGS = sorted(path.parent.name for path in (ROOT / "content").glob("*/*/index.md"))
WORDS = (
    "显存",
    "kv cache",
    "size mismatch",
    "--enforce-eager",
    "nccl timeout",
    "software:vllm",
    "no such thing",
)


@dataclass(slots=True)
class Seen:
    """What the clients and the watcher saw."""

    codes: Counter[str] = field(default_factory=Counter)
    memory: list[int] = field(default_factory=list)
    """Resident bytes of the server, look after look."""
    files: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)


def _page(client: httpx.Client, chance: random.Random) -> int:
    return client.get(f"{chance.choice(('', '/zh'))}/articles/{chance.choice(SLUGS)}").status_code


def _search(client: httpx.Client, chance: random.Random) -> int:
    path = chance.choice(("/api/v1/articles", "/search", "/zh/search"))
    return client.get(path, params={"q": f"{chance.choice(WORDS)} {chance.randrange(50)}"}).status_code


def _match(client: httpx.Client, chance: random.Random) -> int:
    return client.post("/api/v1/match", json={"text": chance.choice(pastes()).text}).status_code


def _share(client: httpx.Client, chance: random.Random) -> int:
    shared = client.post("/api/v1/reports", json={"text": f"RuntimeError: boom {chance.random()}"})
    if shared.status_code != 201:
        return shared.status_code
    kept = shared.json()
    assert client.get(f"/r/{kept['id']}").status_code == 200
    headers = {"Authorization": f"Bearer {kept['delete_token']}"}
    return client.delete(f"/api/v1/reports/{kept['id']}", headers=headers).status_code


def _nonsense(client: httpx.Client, chance: random.Random) -> int:
    return client.get(f"/articles/{chance.randbytes(6).hex()}").status_code


ACTS: tuple[tuple[Callable[[httpx.Client, random.Random], int], int], ...] = (
    (_page, 40),
    (_search, 20),
    (_match, 20),
    (_share, 2),
    (_nonsense, 5),
)
"""What a client does, with its share."""


def ask(port: int, seed: int, end: float, seen: Seen) -> None:
    """One client until the end; an answer that should not be is counted under `bad`."""
    chance = random.Random(seed)
    acts, shares = zip(*ACTS, strict=True)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        while time.monotonic() < end:
            act = chance.choices(acts, shares)[0]
            try:
                code = act(client, chance)
            except (httpx.HTTPError, AssertionError) as fault:
                seen.codes[f"bad {act.__name__} {fault!r}"] += 1
                continue
            wanted = {_share: 204, _nonsense: 404}.get(act, 200)
            seen.codes[str(code) if code == wanted else f"bad {act.__name__} {code}"] += 1


def watch(pid: int, end: float, seen: Seen) -> None:
    """Looks at the server until the end."""
    while time.monotonic() < end:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        fields = dict(line.split(":", 1) for line in status.splitlines())
        seen.memory.append(int(fields["VmRSS"].split()[0]) * 1024)
        seen.threads.append(int(fields["Threads"]))
        seen.files.append(sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()))
        time.sleep(EVERY)


def quarters(looks: Sequence[int]) -> tuple[float, float]:
    """The medians of the second and of the last quarter: the first is warming up."""
    part = max(1, len(looks) // 4)
    return statistics.median(looks[part : 2 * part]), statistics.median(looks[-part:])


def verdict(seen: Seen) -> dict[str, object]:
    """The figures, and under `faults` what is not as it should be."""
    faults = sorted(code for code in seen.codes if code.startswith("bad"))
    early, late = quarters(seen.memory)
    if late > early * (1 + MOST_GROWTH):
        faults.append("memory grows")
    for name, looks in (("files", seen.files), ("threads", seen.threads)):
        before, after = quarters(looks)
        if after > before + MOST_MORE:
            faults.append(f"{name} grow from {before:.0f} to {after:.0f}")
    return {
        "requests": seen.codes.total(),
        "codes": dict(seen.codes),
        "memory_mib": [round(early / 2**20, 1), round(late / 2**20, 1)],
        "growth": round(late / early - 1, 4),
        "faults": faults,
    }


def soak(seconds: float) -> Seen:
    """Starts a server over all articles and loads it."""
    seen, port = Seen(), free_port()
    with tempfile.TemporaryDirectory() as data:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FAULTBOOK_")}
        kept |= {"FAULTBOOK_DATA": data, "FAULTBOOK_LIVE": "false", "FAULTBOOK_RATE_LIMIT": ""}
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", "--port", str(port)],
            env=kept, cwd=ROOT, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until(lambda: answers(port), lambda: "the server does not start")
            end = time.monotonic() + seconds
            threads = [threading.Thread(target=ask, args=(port, seed, end, seen)) for seed in range(CLIENTS)]
            for thread in threads:
                thread.start()
            watch(process.pid, end, seen)
            for thread in threads:
                thread.join()
        finally:
            process.terminate()
            process.wait()
    return seen


def main(arguments: Sequence[str]) -> int:
    """Soaks and reports."""
    told = verdict(soak(float(arguments[0]) * 60))
    sys.stdout.write(json.dumps(told) + "\n")
    return 1 if told["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
