"""The HTML routes as a browser, a robot or a command line meets them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from fastapi.testclient import TestClient

from app.web.feeds import PLACES
from tests.web.conftest import EDIT, PUBLIC
from tests.web.samples import MLA

REPORT = "RuntimeError: shape '[32, 64, 576]' is invalid for input of size 1343488"
ARTICLES = ("/articles/", "/zh/articles/")
PAGES = (*PLACES, "/search", "/search?q=kv", "/status", "/about/design", f"/articles/{MLA}", "/shapes?text=x")


@pytest.mark.parametrize("prefix", ["", "/zh"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_answers_get_and_head_and_is_not_sent_twice(
    client: TestClient, prefix: str, path: str
) -> None:
    """200 with an ETag; HEAD has no body; the same ETag gives 304."""
    address = prefix + path
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-language"] == (prefix[1:] or "en")
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert client.head(address).content == b""
    if path not in ("/gpus", "/status"):  # ages in seconds change them
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", [f"/articles/{MLA}", "/articles", "/"])
def test_a_page_names_its_twins(client: TestClient, path: str) -> None:
    """Canonical address, both languages for robots, absolute from the public address only."""
    html = client.get(f"/zh{path}").text
    assert f'<link rel="canonical" href="{PUBLIC}/zh{path}">' in html
    assert f'<link rel="alternate" hreflang="en" href="{PUBLIC}{path}">' in html
    assert f'<link rel="alternate" hreflang="x-default" href="{PUBLIC}{path}">' in html
    assert "testserver" not in html


def test_every_link_of_every_page_leads_somewhere(client: TestClient) -> None:
    """Internal links and assets of all pages, followed once each; those between articles are lint's."""
    waiting, seen = ["/", "/zh/"], set[str]()
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        assert answer.status_code < 400, address
        if not answer.headers["content-type"].startswith("text/html") or len(seen) > 400:
            continue
        for found in re.findall(r'(?:href|src)="(/[^"#]*)', answer.text):
            link = unescape(found)
            between = address.startswith(ARTICLES) and link.startswith(ARTICLES)
            if link not in seen and not between:
                seen.add(link)
                if not link.startswith(("/search?", "/zh/search?", "/shapes?", "/zh/shapes?")):
                    waiting.append(link)
    assert len(seen) > 50


def test_the_twins_of_an_article(client: TestClient) -> None:
    """Markdown starts with the title; JSON is byte-equal to the API's."""
    text = client.get(f"/articles/{MLA}.md")
    assert text.headers["content-type"].startswith("text/markdown")
    assert text.text.startswith("# ")
    assert "```" in text.text
    for language, prefix in (("en", ""), ("zh", "/zh")):
        twin = client.get(f"{prefix}/articles/{MLA}.json")
        assert twin.content == client.get(f"/api/v1/articles/{MLA}?language={language}").content
    live = client.get(f"/articles/{MLA}/live")
    assert "<html" not in live.text
    assert "vllm-project/vllm#48379" in live.text


def test_an_article_can_be_edited_where_the_operator_says(client: TestClient) -> None:
    """The link leads to the file."""
    assert f'{EDIT}vllm/{MLA}/index.md"' in client.get(f"/articles/{MLA}").text


def test_an_unknown_article_is_404_with_what_is_like_it(client: TestClient) -> None:
    """And a search box that holds its words."""
    answer = client.get("/articles/vllm-free-memory")
    assert answer.status_code == 404
    assert 'value="vllm free memory"' in answer.text
    assert f'href="/articles/{MLA}"' in client.get("/articles/vllm-mla-kv-fp8-view-576").text
    assert client.get("/zh/signatures/000000000000").status_code == 404
    assert client.get("/r/nothing").status_code == 410


FORMS = [
    ({"data": {"text": REPORT}}, 200),
    ({"files": {"file": ("a.log", REPORT.encode(), "text/plain")}}, 200),
    ({"files": {"text": (None, REPORT)}}, 200),
    ({"files": {"file": ("a.log", REPORT.encode("utf-16"), "text/plain")}}, 200),
]


@pytest.mark.parametrize(("sent", "status"), FORMS)
def test_a_paste_by_any_form_finds_its_article(
    client: TestClient, sent: dict[str, object], status: int
) -> None:
    """Typed or as a file, urlencoded or multipart, in UTF-8 or as PowerShell writes it."""
    answer = client.post("/diagnose", **sent)  # type: ignore[arg-type]
    assert answer.status_code == status
    assert f'href="/articles/{MLA}"' in answer.text
    assert answer.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("sent", [{}, {"data": {"text": " \n"}}, {"content": b"\xff\xfe\x00"}])
def test_an_empty_or_odd_form_is_answered_with_a_hint(client: TestClient, sent: dict[str, object]) -> None:
    """Never an error page."""
    answer = client.post("/zh/diagnose", **sent)  # type: ignore[arg-type]
    assert answer.status_code == 200
    assert '<div class="note warn">' in answer.text


def test_a_paste_over_the_limit_is_413_in_plain_words(client: TestClient) -> None:
    """As a page, in the language of the form."""
    answer = client.post("/zh/diagnose", files={"text": (None, "x" * (8 * 1024 * 1024 + 1))})
    assert answer.status_code == 413
    assert "faultbook match FILE" in answer.text
    assert 'lang="zh-Hans"' in answer.text


def test_a_paste_from_another_site_is_refused(client: TestClient) -> None:
    """403 as a page."""
    answer = client.post("/diagnose", data={"text": REPORT}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert "<h1>" in answer.text


MARKUP = "<img src=x onerror=alert(1)>\"'><script>alert(2)</script>"


@pytest.mark.parametrize(
    "address",
    ["/search?q={}", "/shapes?text={}", "/gpus?name={}", "/{}", "/articles/{}", "/articles?software={}"],
)
def test_markup_in_an_address_comes_back_as_text(client: TestClient, address: str) -> None:
    """Every place that repeats what was asked."""
    text = client.get(address.format(MARKUP)).text
    assert "<img src=x" not in text
    assert "<script>alert" not in text


def test_markup_in_a_paste_comes_back_as_text(client: TestClient) -> None:
    """In the message, the type, the frames, the environment and the preview."""
    log = (
        f'Traceback (most recent call last):\n  File "{MARKUP}", line 1, in {MARKUP}\nValueError: {MARKUP}\n'
    )
    text = client.post("/diagnose", data={"text": log + f"vllm version {MARKUP}"}).text
    assert "<img src=x" not in text
    assert "<script>alert" not in text


def test_arriving_browsers_get_their_language(client: TestClient) -> None:
    """Only where the browser says that it comes from outside; commands and robots get English, even of a page
    that was drawn for them a moment ago."""
    assert client.get("/").status_code == 200
    chinese = {"Accept-Language": "zh-CN,zh;q=0.9"}
    arriving = client.get("/", headers={**chinese, "Sec-Fetch-Site": "none"})
    assert (arriving.status_code, arriving.headers["location"]) == (302, "/zh/")
    assert client.get("/", headers={**chinese, "Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert client.get("/", headers=chinese).status_code == 200
    assert client.get("/zh").headers["location"] == "/zh/"


def test_suggestions_have_the_form_that_browsers_read(client: TestClient) -> None:
    """[query, titles, descriptions, addresses]."""
    query, titles, descriptions, addresses = client.get("/zh/suggest?q=vllm").json()
    assert query == "vllm"
    assert len(titles) == len(descriptions) == len(addresses) > 0
    assert all(address.startswith("/zh/articles/") for address in addresses)
    assert client.get("/suggest?q=").json() == ["", [], [], []]


def test_static_files_are_kept_for_ever_and_only_by_their_hashed_names(client: TestClient) -> None:
    """Zipped for those who can read it."""
    address = re.findall(r'href="(/static/site\.[0-9a-f]{12}\.css)"', client.get("/").text)[0]
    answer = client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert client.get("/static/site.css").status_code == 404
    assert client.get("/static/..%2fpyproject.toml").status_code == 404


@pytest.mark.parametrize(("word", "more"), [("yes", False), ("no", True)])
def test_votes_come_back_to_the_article(client: TestClient, word: str, more: bool) -> None:
    """303 to the same page, which thanks, and says what else there is to do where it did not help."""
    answer = client.post(f"/zh/articles/{MLA}/vote", data={"helpful": word})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/zh/articles/{MLA}?helped={word}#helped"
    page = client.get(answer.headers["location"]).text
    assert "谢谢，已记录。" in page
    assert ('<a href="#not-this-if">看看它常和什么混淆' in page) is more
    assert "缺了什么？" in page


@pytest.mark.parametrize(
    ("text", "query"),
    [("  ", "?helped=no"), ("a\r\n" * 240, "?helped=no&told=yes"), ("x" * 500, "?helped=no&told=yes")],
)
def test_what_was_missing_comes_with_the_vote(client: TestClient, text: str, query: str) -> None:
    """A line end counts once, as in the box; thanks afterwards, and no second box."""
    answer = client.post(f"/zh/articles/{MLA}/vote", data={"helpful": "no", "text": text})
    assert answer.headers["location"] == f"/zh/articles/{MLA}{query}#helped"
    page = client.get(answer.headers["location"]).text
    assert ("本站运维者会看到" in page) is bool(text.strip())
    assert ("缺了什么？" in page) is not bool(text.strip())


def test_too_many_words_with_a_vote_are_refused(client: TestClient) -> None:
    """With how many they may be."""
    answer = client.post(f"/articles/{MLA}/vote", data={"helpful": "no", "text": "x" * 501})
    assert answer.status_code == 422
    assert "500 characters" in answer.text
