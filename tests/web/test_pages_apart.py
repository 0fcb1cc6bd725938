"""What tells a hypothesis from the others of the answer stands first; what tells it from the rest is folded."""

from __future__ import annotations

from dataclasses import replace

from app.articles.model import Library, TellApart
from app.web.templating import Templates
from app.web.views.result import ResultPage
from tests.web import samples
from tests.web.pagelist import shell


def test_the_other_hypotheses_come_first(library: Library, templates: Templates) -> None:
    """Three sentences are open, the fourth and fifth are one click away."""
    asked = samples.undecided(library)
    rows = tuple(TellApart(slug, {"en": f"by {slug}"}) for slug in ("a", "b", "c", "d", samples.SWA))
    matches = (replace(asked.matches[0], tell_apart=rows), *asked.matches[1:])
    diagnosis = replace(asked, matches=matches)
    page = ResultPage.from_diagnosis(shell("en"), diagnosis, {}, {}, {}, "")
    assert [row.slug for row in page.matches[0].rules_out] == [samples.SWA, "a", "b", "c", "d"]
    html = templates.render(page)
    opened, _, folded = html.partition("2 more look-alikes")
    assert f"by {samples.SWA}" in opened
    assert "by b<" in opened
    assert "by c<" in folded
