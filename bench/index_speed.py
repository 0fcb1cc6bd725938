"""Measures the index: builds from nothing, kept and changed, candidates and search at several sizes.

`python -m bench.index_speed [SIZE ...]` (default 1000 100000) prints one line a figure.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.articles.load import load_tree
from app.articles.model import Library
from app.articles.seen import SETTLED_NS, Seen
from app.index.build import build
from app.index.candidates import candidates
from app.index.model import SearchQuery
from app.index.open import Index, IndexDirectory
from app.index.search import search
from app.library import refresh_index
from app.reports.parse import parse_text
from bench.generate import articles, pastes
from bench.queries import MatchSeconds, match_seconds, peer_seconds

CONTENT = Path(__file__).parents[1] / "content"
QUERIES = (
    "显存",
    "vllm 显存不足",
    "--enforce-eager",
    "determine_available_memory",
    "size mismatch",
    "cuda memory",
)
PASTES = 300
BUNDLES = (500, 10_000)


def timed(act: Callable[[], object]) -> float:
    """Seconds that `act` takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def spent(act: Callable[[], object]) -> float:
    """Seconds of one core that `act` takes: what "a second per core" means, whatever else runs."""
    start = time.process_time()
    act()
    return time.process_time() - start


def percentiles(seconds: Sequence[float]) -> str:
    """p50 and p99 in milliseconds."""
    ordered = sorted(seconds)
    return (
        f"p50 {statistics.median(ordered) * 1e3:.2f} ms, p99 {ordered[int(len(ordered) * 0.99)] * 1e3:.2f} ms"
    )


def copies(tree: Path, count: int) -> None:
    """`count` bundles under `tree`: the shipped ones again and again under other slugs."""
    bundles = sorted(path.parent for path in CONTENT.glob("*/*/index.md"))
    for number in range(count):
        bundle = bundles[number % len(bundles)]
        shutil.copytree(bundle, tree / bundle.parent.name / f"copy-{number:05}-of-it")


def measure_builds(count: int) -> None:
    """From nothing, nothing changed, one file changed: bundles a second on one core."""
    with tempfile.TemporaryDirectory() as folder:
        tree, data = Path(folder) / "content", IndexDirectory(Path(folder) / "data")
        copies(tree, count)

        def refresh(seen: Seen | None = None) -> None:
            refresh_index(tree, data, lambda _: None, seen)

        loading = spent(lambda: load_tree(tree))
        cold = spent(refresh)
        print(f"build {count} bundles: {count / cold:.0f}/s per core (loading alone {count / loading:.0f}/s)")
        warm = spent(refresh)
        print(f"again, nothing changed: {count / warm:.0f}/s per core")
        watching = Seen()
        time.sleep(SETTLED_NS / 1e9)
        refresh(watching)
        changed = next(tree.glob("*/copy-00007-of-it/index.md"))
        changed.write_text(changed.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
        one = timed(lambda: refresh(watching))
        print(
            f"one file of {count} changed under --watch: {one:.2f} s until it serves, at most 1 s more until seen"
        )


def measure_candidates(index: Index, count: int) -> float:
    """Latency of the candidates of 60-line pastes, and how often the right article is among them; seconds of
    one core for each."""
    reports = [(parse_text(text), slug) for text, slug in pastes(PASTES, count)]
    for report, _ in reports:
        candidates(index, report)
    seconds, right, listed = [], 0, 0
    start = time.process_time()
    for report, slug in reports:
        found: list[str] = []
        seconds.append(timed(lambda: found.extend(each.slug for each in candidates(index, report))))  # noqa: B023
        right += slug in found
        listed += len(found)
    each = (time.process_time() - start) / PASTES
    print(
        f"candidates at {count}: {each * 1e3:.2f} ms of one core, {percentiles(seconds)},"
        f" {listed / PASTES:.0f} of them, right one among them {right / PASTES:.3f}"
    )
    return each


def measure_search(index: Index, queries: Sequence[str]) -> None:
    """Latency of whole searches with 20 hits, facets and snippets: worked out each time (the state of the fixes
    differs), and asked again."""
    for query in queries:
        asked = SearchQuery(query)
        total = search(index, asked).total
        anew = [timed(lambda: search(index, asked, {"": str(at)})) for at in range(40)]  # noqa: B023
        again = [timed(lambda: search(index, asked)) for _ in range(40)]  # noqa: B023
        print(
            f"search {query!r} at {index.count}: {total} hits, {percentiles(anew)}; again {percentiles(again)}"
        )


def main(sizes: Sequence[int]) -> None:
    """Everything, smallest first."""
    for count in BUNDLES:
        measure_builds(count)
    with tempfile.TemporaryDirectory() as folder:
        build(load_tree(CONTENT), Path(folder))
        measure_search(IndexDirectory(Path(folder)).current(), QUERIES)
    costs: list[float] = []
    whole: list[MatchSeconds] = []
    for size in sizes:
        made = tuple(articles(size))
        with tempfile.TemporaryDirectory() as folder:
            library = Library(made, ())
            used = spent(lambda: build(library, Path(folder)))  # noqa: B023 -- called at once
            index = IndexDirectory(Path(folder)).current()
            megabytes = index.reader.path.stat().st_size / 1e6
            print(f"index of {size} made articles: {size / used:.0f}/s per core, {megabytes:.0f} MB")
            index.facts  # noqa: B018 -- read once before the clock starts
            costs.append(measure_candidates(index, size))
            whole.append(match_seconds(index, size))
            print(f"whole match of a 60-line paste at {size}, articles met: {percentiles(whole[-1].again)}")
            print(f"    articles never met: {percentiles(whole[-1].first)}")
    if len(costs) > 1:
        grown = statistics.median(whole[-1].again) / statistics.median(whole[0].again)
        print(f"growth from {sizes[0]} to {sizes[-1]} articles: candidates {costs[-1] / costs[0]:.2f}x,")
        print(f"    whole match {grown:.2f}x (bar 3x)")
    for name, seconds in peer_seconds(made).items():
        ratio = statistics.median(seconds) / statistics.median(whole[-1].again)
        print(f"{name}, bare query at {sizes[-1]}: {percentiles(seconds)}; {ratio:.2f}x our whole match")
    print(f"this machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1_000, 100_000])
