"""References, their addresses, and the version to install."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.articles.model import Affected, Known, Ref
from app.live.model import Change, ChangeState, Containment, FirstRelease
from app.phrase import Phrase
from app.web.fixes import Fix, fix_state
from app.web.links import ref_label, ref_url, upstream_search
from app.web.views.refs import Install, RefView, ref_views
from tests.web import samples

KNOWN = Ref("a/b#7", "fix", Known("merged", "2026-07-15", "0.26.0", "2026-11-30"))


def test_a_reference_shows_what_the_article_knew_until_the_forge_answers() -> None:
    """Known facts carry their date; a live answer replaces them."""
    known = RefView.from_ref(KNOWN, None)
    assert (known.state, known.tone, known.live, known.as_of) == ("merged", "good", False, "2026-11-30")
    change = replace(samples.changes()["vllm-project/vllm#48379"], id="a/b#7")
    live = RefView.from_ref(KNOWN, change)
    assert live.live
    assert [release.version for release in live.stable] == ["0.26.0"]
    assert [release.version for release in live.unstable] == ["0.26.0.dev3"]


def test_what_only_the_notes_name_is_no_first_release() -> None:
    """It is said with its reason, is not installed, and the fix counts as merged."""
    reason = Phrase("live.named_in_notes", {"version": "0.26.0"})
    change = replace(
        samples.changes()["vllm-project/vllm#48379"],
        first_releases=(FirstRelease("0.26", "0.26.0", "notes"),),
        containment=Containment.UNKNOWN,
        reason=reason,
    )
    view = RefView.from_ref(KNOWN, change)
    assert (view.stable, view.unstable, view.said) == ((), (), (reason,))
    assert Install.from_affected(Affected("vllm"), [view]).fixed_in is None
    article = next(item for item in samples.library().articles if not item.affected)
    assert fix_state(Fix.of(replace(article, refs=(KNOWN,))), lambda _: change) == "merged"


def test_an_answer_that_could_not_be_confirmed_is_stale() -> None:
    """Only what a forge once said; an article's own facts carry their date."""
    change = samples.changes()["vllm-project/vllm#48907"]
    assert RefView.from_ref(KNOWN, change).stale
    assert not RefView.from_ref(KNOWN, replace(change, error=None)).stale
    assert not RefView.from_ref(KNOWN, replace(change, source="known")).stale


def test_a_plain_link_has_no_state() -> None:
    """Documentation is neither open nor merged."""
    ref = Ref("https://docs.vllm.ai/en/latest/", "docs")
    change = Change(
        ref.id, "link", ChangeState.UNKNOWN, None, ref.id, None, None, (), Containment.UNKNOWN, None, "known",
        None, None,
    )  # fmt: skip
    assert RefView.from_ref(ref, change).state is None
    assert [view.role for view in ref_views((ref, KNOWN), {})] == ["fix", "docs"]


INSTALLS = [
    (Affected("vllm", fixed_in="0.26.0"), (), "0.26.0", 'pip install -U "vllm>=0.26.0"'),
    (Affected("vllm"), (KNOWN,), "0.26.0", 'pip install -U "vllm>=0.26.0"'),
    (Affected("vllm"), (replace(KNOWN, role="hardening"),), None, None),
    (Affected("llama.cpp", fixed_in="b4000", scheme="build"), (), "b4000", None),
]


@pytest.mark.parametrize(("affected", "refs", "fixed", "command"), INSTALLS)
def test_the_version_to_install(
    affected: Affected, refs: tuple[Ref, ...], fixed: str | None, command: str | None
) -> None:
    """The article's word first, else the fix's first release; a command only for packages that pip knows."""
    install = Install.from_affected(affected, ref_views(refs, {}))
    assert (install.fixed_in, install.command) == (fixed, command)


LINKS = [
    (
        "vllm-project/vllm#48379",
        "https://github.com/vllm-project/vllm/issues/48379",
        "vllm-project/vllm#48379",
    ),
    ("a/b@0123456789abcdef", "https://github.com/a/b/commit/0123456789abcdef", "a/b@0123456789"),
    (
        "vllm-project/vllm:vllm/v1/a/flashmla_sparse.py",
        "https://github.com/vllm-project/vllm/blob/HEAD/vllm/v1/a/flashmla_sparse.py",
        "vllm-project/vllm: flashmla_sparse.py",
    ),
    ("https://docs.vllm.ai/", "https://docs.vllm.ai/", "docs.vllm.ai"),
    ("javascript:alert(1)", None, "javascript:alert(1)"),
    ("vllm 0.25.1 source", None, "vllm 0.25.1 source"),
]


@pytest.mark.parametrize(("ref", "url", "label"), LINKS)
def test_references_lead_only_to_safe_places(ref: str, url: str | None, label: str) -> None:
    """A forge, a commit or an https address; anything else is text."""
    assert (ref_url(ref), ref_label(ref)) == (url, label)


def test_an_upstream_search_fits_the_forge() -> None:
    """Long messages are cut at a word; quotes do not unbalance the query."""
    address = upstream_search('size "mismatch" for ' + "word " * 200)
    assert len(address) < 300
    assert "%22" not in address
    assert address.endswith("word")


def test_a_first_release_is_not_taken_from_a_nightly() -> None:
    """Only stable releases are installed."""
    nightly = (FirstRelease("nightly", "0.26.0.dev3", "notes"),)
    change = replace(samples.changes()["vllm-project/vllm#48379"], id="a/b#7", first_releases=nightly)
    install = Install.from_affected(Affected("vllm"), ref_views((KNOWN,), {"a/b#7": change}))
    assert install.fixed_in is None
