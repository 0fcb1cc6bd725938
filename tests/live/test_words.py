"""What a reader sees of a reference in every state, in both languages, through the stand-in and the template."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest

from app.articles.model import Known, Ref
from app.web.assets import load_assets
from app.web.templating import Templates, build_templates
from app.web.views.refs import RefView
from app.words import load_words
from tests.live.conftest import engine
from tests.live.github_standin import Fault
from tests.live.github_world import Pull, Repo, mention
from tests.live.rig import NOW, Rig, rig

ROOT = Path(__file__).parents[2]
TOLD = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))["case"]
REF = "acme/engine#7"
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
LOOKED = NOW + timedelta(seconds=1)
TEMPLATE = '{% from "_ref.html" import ref with context %}{{ ref(view, now) }}'


KNOWN = Known("merged", "2026-11-01", "v1.0.1", "2026-11-20")
"""What the article of the test knows."""


def _pull(**facts: object) -> Callable[[Rig], None]:
    def arrange(live: Rig) -> None:
        _repo(live).pulls[7] = Pull(7, **facts)  # type: ignore[arg-type]

    return arrange


def _repo(live: Rig) -> Repo:
    return live.standin.repos["acme/engine"]


def _merged(live: Rig) -> None:
    _repo(live).merge(7, NOW - 9 * DAY)


def _released(live: Rig) -> None:
    _merged(live)
    _repo(live).release("v1.1.0", "main", NOW - 8 * DAY)


def _picked(live: Rig) -> None:
    repo = _repo(live)
    repo.branch("cut", "main")
    _merged(live)
    repo.commit("cut", "Fix it (#7)", NOW - 8 * DAY)
    repo.release("v1.0.1", "cut", NOW - 7 * DAY)
    repo.release("v1.1.0", "main", NOW - 6 * DAY)


def _cut_before(live: Rig) -> None:
    repo = _repo(live)
    repo.branch("cut", "main")
    _merged(live)
    repo.release("v1.0.1", "cut", NOW - 7 * DAY)


def _named(live: Rig) -> None:
    repo = _repo(live)
    repo.branch("cut", "main")
    _merged(live)
    repo.release("v1.0.1", "cut", NOW - 7 * DAY, body="Known issue: see #7")


def _candidate(live: Rig) -> None:
    _merged(live)
    _repo(live).release("v1.1.0rc1", "main", NOW - 8 * DAY, prerelease=True)


def _unlisted(live: Rig) -> None:
    _merged(live)
    live.standin.faults = [Fault("404", "/releases")]


def _landed(live: Rig) -> None:
    repo = _repo(live)
    sha = repo.commit("main", "Fix it (#7)", NOW - 9 * DAY)
    events: list[dict[str, object]] = [{"event": "closed", "commit_id": sha}]
    repo.pulls[7] = Pull(7, state="closed", closed_at=NOW - 9 * DAY, labels=("Merged",), events=events)


def _reverted(live: Rig) -> None:
    _released(live)
    repo = _repo(live)
    repo.merge(9, NOW - 7 * DAY, 'Revert "Fix it"')
    repo.pulls[9].body = "Reverts acme/engine#7"
    repo.pulls[7].events.append(mention(repo, repo.pulls[9]))


def _renamed(name: str) -> Callable[[Rig], None]:
    def arrange(live: Rig) -> None:
        repo = _repo(live)
        repo.name = name
        repo.pulls[7] = Pull(7)
        live.standin.repos = {name: repo}
        live.standin.renamed["acme/engine"] = name

    return arrange


def _moved(live: Rig) -> None:
    live.standin.repos["acme/docs"] = Repo("acme/docs", pulls={41: Pull(41, kind="issue")})
    live.standin.faults = [Fault("moved", "/repos/acme/engine/issues/7", 1, "/repos/acme/docs/issues/41")]


def _fault(kind: str, value: str = "") -> Callable[[Rig], None]:
    def arrange(live: Rig) -> None:
        live.standin.faults = [Fault(kind, value=value)]

    return arrange


def _circuit(live: Rig) -> None:
    live.standin.faults = [Fault("502")]
    for number in (91, 92, 93):
        live.refresh(f"acme/engine#{number}")


def _nothing(_live: Rig) -> None:
    """The stand-in knows the repository only."""


BEFORE = "before"
"""A case whose name begins so had an answer the day before."""
UNASKED = ("not asked", "known, not asked", "before, due")
ARRANGED: dict[str, Callable[[Rig], None]] = {
    "not asked": _nothing,
    "known, not asked": _nothing,
    "known, then 404": _nothing,
    "open": _pull(),
    "planned": _pull(milestone="v2"),
    "draft": _pull(draft=True),
    "closed": _pull(state="closed", closed_at=NOW - DAY),
    "issue done": _pull(kind="issue", state="closed", state_reason="completed"),
    "merged, no release since": _merged,
    "merged, in no release": _cut_before,
    "merged, a candidate": _candidate,
    "merged, released": _released,
    "merged, picked": _picked,
    "merged, named in notes": _named,
    "merged, releases not listed": _unlisted,
    "landed by a bot": _landed,
    "reverted": _reverted,
    "renamed": _renamed("acme/motor"),
    "transferred": _renamed("other/engine"),
    "issue moved": _moved,
    "404": _nothing,
    "410": _fault("410"),
    "451": _fault("451"),
    "403": _fault("403"),
    "rate limit": _fault("primary"),
    "secondary limit": _fault("secondary", "120"),
    "circuit open": _circuit,
    "5xx": _fault("500"),
    "timeout": _fault("drip"),
    "wrong JSON": _fault("html"),
    "redirect elsewhere": _fault("redirect", "https://example.org/"),
    "before 5xx": _fault("500"),
    "before, due": _nothing,
    "before 404": _nothing,
    "before 403": _fault("403"),
    "before rate limit": _fault("primary"),
}


@pytest.fixture(scope="module")
def templates() -> Templates:
    """The real templates and words."""
    words = load_words(ROOT / "locales")
    return build_templates(ROOT / "templates", ROOT / "locales", load_assets(ROOT / "static"), words.say)


def seen(live: Rig, name: str) -> RefView:
    """The reference as its case leaves it."""
    if name.startswith(BEFORE):
        live.clock.move(-DAY)
        _pull(title="Fix it")(live)
        live.refresh(REF)
        live.clock.move(DAY)
        _repo(live).pulls.clear()
    ARRANGED[name](live)
    if name not in UNASKED:
        live.refresh(REF)
    ref = Ref(REF, "fix", KNOWN if name.startswith("known") else None)
    live.view.sync()
    view = RefView.from_ref(ref, live.view.change(REF, ref.known, mark=False))
    if view.next_try is None:
        return view
    # The random share of a wait is cut off.
    return replace(view, next_try=LOOKED + (view.next_try - NOW) // MINUTE * MINUTE)


def said(templates: Templates, view: RefView, language: str) -> str:
    """The badge and the sentences beside it, as plain text."""
    html = templates.environments[language].from_string(TEMPLATE).render(view=view, now=LOOKED)
    text = unescape(re.sub(r"<[^>]+>", " ", html.replace("<br>", " / ")))
    text = re.sub(r"127\.0\.0\.1:\d+", "HOST", text)
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("case", TOLD, ids=[case["name"] for case in TOLD])
def test_what_is_said(tmp_path: Path, templates: Templates, case: dict[str, str]) -> None:
    with rig(tmp_path / "s", landing=frozenset({"acme/engine"})) as live:
        live.standin.repos["acme/engine"] = engine()
        view = seen(live, case["name"])
    assert said(templates, view, "en") == case["en"]
    assert said(templates, view, "zh") == case["zh"]
