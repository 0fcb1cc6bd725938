"""The JSON twin of each page: byte-equal to the v1 route that gives the same, and named by its page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

import pytest
from fastapi.testclient import TestClient

from app.articles.model import Library
from app.index.open import Index
from app.web.templating import Templates
from app.web.views.shell import SitePage
from tests.web.pagelist import PAGES, shell
from tests.web.samples import MLA

MESSAGE = "shape '[32, 64, 576]' is invalid for input of size 1343488"


@dataclass(frozen=True)
class Row:
    """A page, and the v1 route its twin equals; `{language}` and `{tag}` are filled in."""

    page: str
    twin: str
    route: str | None


ROWS = (
    Row("/", "/index.json", None),
    Row("/articles", "/articles.json", "articles?size=30&language={language}"),
    Row(
        "/articles?software=vllm&kind=shape&page=1",
        "/articles.json?software=vllm&kind=shape&page=1",
        "articles?software=vllm&kind=shape&page=1&size=30&language={language}",
    ),
    Row(
        "/articles?language=zh&fix=released",
        "/articles.json?language=zh&fix=released",
        "articles?written_in=zh&fix=released&size=30&language={language}",
    ),
    Row("/articles?signature={tag}", "/articles.json?signature={tag}",
        "articles?signature={tag}&size=30&language={language}"),
    Row(f"/articles/{MLA}", f"/articles/{MLA}.json", f"articles/{MLA}?language={{language}}"),
    Row("/search", "/search.json", "articles?size=30&language={language}"),
    Row("/search?q=kv+显存&page=2", "/search.json?q=kv+显存&page=2",
        "articles?q=kv+显存&page=2&size=30&language={language}"),
    Row("/search?q=zzzzqq", "/search.json?q=zzzzqq", "articles?q=zzzzqq&size=30&language={language}"),
    Row("/signatures", "/signatures.json", "signatures"),
    Row("/signatures/{tag}", "/signatures/{tag}.json", "signatures/{tag}?language={language}"),
    Row("/gaps", "/gaps.json", "gaps"),
    Row("/status", "/status.json", None),
)  # fmt: skip
SHAPES = {
    MESSAGE: MESSAGE,
    "[32, 64, 576] 1343488": MESSAGE,
    "mat1 and mat2 shapes cannot be multiplied (2x768 and 1024x320)": None,
    "nothing that is read": None,
}
"""What is typed on the workbench -> the message it stands for, where that is another."""


@pytest.fixture(scope="module")
def tag(client: TestClient) -> str:
    """An error text with several causes."""
    items = client.get("/api/v1/signatures").json()["items"]
    return str(max(items, key=lambda item: len(item["articles"]))["id"])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.page)
def test_a_page_names_its_twin_which_equals_the_route(
    client: TestClient, tag: str, language: str, row: Row
) -> None:
    """The address stands in the page's head, with its query; HEAD and GET answer; bytes are the same."""
    prefix = "" if language == "en" else "/zh"
    page = client.get(prefix + row.page.format(tag=tag)).text
    found = re.findall(r'<link rel="alternate" type="application/json" href="([^"]*)">', page)
    assert [str(client.build_request("GET", unescape(each)).url) for each in found] == [
        str(client.build_request("GET", prefix + row.twin.format(tag=tag)).url)
    ]
    twin = client.get(unescape(found[0]))
    assert twin.headers["content-type"] in ("application/json", "application/problem+json")
    assert client.head(unescape(found[0])).status_code == twin.status_code
    if row.route is not None:
        route = client.get("/api/v1/" + row.route.format(tag=tag, language=language))
        assert (twin.status_code, twin.content) == (route.status_code, route.content)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("typed", SHAPES)
def test_the_twin_of_the_workbench_explains_what_its_page_does(
    client: TestClient, language: str, typed: str
) -> None:
    """As the route does for the message; bare shapes stand for one."""
    prefix = "" if language == "en" else "/zh"
    twin = client.get(f"{prefix}/shapes.json", params={"text": typed})
    asked = {"text": SHAPES[typed] or typed, "language": language}
    assert twin.content == client.post("/api/v1/shapes/explain", json=asked).content
    assert f'href="{prefix}/shapes.json?' in client.get(f"{prefix}/shapes", params={"text": typed}).text


def test_the_twin_of_a_shared_report_goes_with_it(client: TestClient) -> None:
    """Equal to the route while it is kept; 404 as a problem after."""
    shared = client.post("/api/v1/reports", json={"text": "RuntimeError: " + MESSAGE}).json()
    twin = f"/r/{shared['id']}.json"
    assert f'href="{twin}"' in client.get(f"/r/{shared['id']}").text
    assert client.get(twin).content == client.get(f"/api/v1/reports/{shared['id']}").content
    client.delete(
        f"/api/v1/reports/{shared['id']}", headers={"Authorization": f"Bearer {shared['delete_token']}"}
    )
    assert client.get(twin).status_code == 404


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_twin_of_the_gpus_is_for_those_who_may_see_them(
    library: Library, index: Index, templates: Templates, client: TestClient, language: str
) -> None:
    """The page names it to them alone; others are answered as by the route."""
    prefix = "" if language == "en" else "/zh"
    named = {
        name: f'href="{prefix}/gpus.json"'
        in templates.render(PAGES[name](shell(language, "/gpus"), library, index))
        for name in ("gpus", "gpus-private")
    }
    assert named == {"gpus": True, "gpus-private": False}
    twin, route = client.get(f"{prefix}/gpus.json"), client.get(f"/api/v1/gpus?language={language}")
    assert (twin.status_code, twin.content) == (403, route.content)


def test_the_twins_without_a_route_say_what_their_pages_show(client: TestClient) -> None:
    """Home: its lists. Status: index, problems, state, versions."""
    home, page = client.get("/zh/index.json").json(), client.get("/zh/").text
    assert home["articles"] == client.get("/api/v1/articles?size=1").json()["total"]
    assert home["recent"]
    for item in (*home["recent"], *(home["most_met"] or home["most_reported"])):
        assert f'href="/zh/articles/{item["slug"]}"' in page
    status = client.get("/status.json").json()
    assert status["articles"] == home["articles"]
    assert status["index"][:12] in client.get("/status").text
    assert "Faultbook" in status["versions"]


@pytest.mark.parametrize(
    "address", ["/articles/none.json", "/signatures/none.json", "/r/none.json", "/none.json"]
)
def test_what_does_not_exist_as_json_is_a_problem_not_a_page(client: TestClient, address: str) -> None:
    """404 problem+json, in every language."""
    for prefix in ("", "/zh"):
        answer = client.get(prefix + address)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_only_pages_without_data_of_their_own_have_no_twin() -> None:
    """These, as docs/decisions.md says; answers to forms have no address to be twinned."""
    without = {page.__name__ for page in SitePage.__subclasses__() if not page.twinned}
    sometimes = {page.__name__ for page in SitePage.__subclasses__() if "twin" in vars(page)}
    assert sometimes == {"GpusPage", "ResultPage"}
    assert without - sometimes == {
        "AboutPage", "DesignPage", "ErrorPage", "GpusFragment", "LiveFragment", "SharedPage"
    }  # fmt: skip
