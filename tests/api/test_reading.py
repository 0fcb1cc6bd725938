"""The GET routes: articles, signatures, live data, problems, headers."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

GOLDEN = "vllm-mla-fp8-ds-mla-kv-view-576-vs-656"
ITEM_KEYS = {
    "slug", "aliases", "status", "heirs", "title", "summary", "software", "kind", "families", "languages",
    "updated",
}  # fmt: skip


def test_articles_are_listed_in_pages(client: TestClient) -> None:
    body = client.get("/api/v1/articles?size=5").json()
    assert set(body) == {"items", "total", "page", "size", "next"}
    assert len(body["items"]) == 5
    assert set(body["items"][0]) == ITEM_KEYS
    assert body["total"] >= 12
    assert body["next"] == 2
    seen, page = [], 1
    while page:
        body = client.get(f"/api/v1/articles?size=5&page={page}").json()
        seen += [item["slug"] for item in body["items"]]
        page = body["next"]
    assert len(seen) == len(set(seen)) == body["total"]


@pytest.mark.parametrize(
    "query", ["显存", "键值", "FLASHMLA_SPARSE", "--enforce-eager", "determine_available_memory", "vllm 显存"]
)
def test_both_languages_and_identifiers_are_found(client: TestClient, query: str) -> None:
    body = client.get("/api/v1/articles", params={"q": query, "size": 50}).json()
    assert body["total"] > 0
    assert all(item["software"] for item in body["items"])


def test_the_own_words_of_the_first_article_find_it_first(client: TestClient) -> None:
    for query in ("_init_minimal_kv_cache_for_profiling", "fp8_ds_mla 656"):
        body = client.get("/api/v1/articles", params={"q": query}).json()
        assert body["items"][0]["slug"] == GOLDEN


def _items(client: TestClient, filters: str) -> list[dict[str, Any]]:
    """The items of every page of a list."""
    found: list[dict[str, Any]] = []
    while True:
        page = client.get(f"/api/v1/articles?size=100&page={1 + len(found) // 100}{filters}").json()
        found += page["items"]
        if len(found) >= page["total"]:
            return found


def test_filters_narrow(client: TestClient) -> None:
    every = _items(client, "")
    software = every[0]["software"]
    some = _items(client, f"&software={software}")
    assert {item["slug"] for item in some} == {item["slug"] for item in every if item["software"] == software}


def test_an_article_is_whole_in_both_languages(client: TestClient) -> None:
    english = client.get(f"/api/v1/articles/{GOLDEN}").json()
    chinese = client.get(f"/api/v1/articles/{GOLDEN}?language=zh").json()
    assert set(english) >= ITEM_KEYS | {
        "body", "signatures", "refs", "affected", "hardware", "workaround", "related", "verified",
    }  # fmt: skip
    assert english["affected"]["vllm"]["from"] == "0.25.0"
    assert english["body"] != chinese["body"]
    assert english["signatures"] == chinese["signatures"]


def test_an_unchanged_article_costs_304(client: TestClient) -> None:
    first = client.get(f"/api/v1/articles/{GOLDEN}")
    assert first.headers["access-control-allow-origin"] == "*"
    again = client.get(f"/api/v1/articles/{GOLDEN}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_twin_of_a_page_is_the_route_byte_by_byte(client: TestClient) -> None:
    assert client.get(f"/articles/{GOLDEN}.json").content == client.get(f"/api/v1/articles/{GOLDEN}").content
    chinese = client.get(f"/zh/articles/{GOLDEN}.json").content
    assert chinese == client.get(f"/api/v1/articles/{GOLDEN}?language=zh").content


def test_live_answers_at_once_with_what_the_article_knows(client: TestClient) -> None:
    body = client.get(f"/api/v1/articles/{GOLDEN}/live").json()
    fix = next(ref for ref in body["refs"] if ref["id"] == "vllm-project/vllm#48379")
    assert (fix["state"], fix["source"], fix["containment"]) == ("merged", "known", "released")


def test_only_references_of_articles_are_served(client: TestClient) -> None:
    assert (
        client.get("/api/v1/pulls/vllm-project/vllm/48379").json()["first_releases"][0]["version"] == "0.26.0"
    )
    assert client.get("/api/v1/pulls/torvalds/linux/1").status_code == 404


def test_signatures_lead_to_their_articles(client: TestClient) -> None:
    body = client.get("/api/v1/signatures").json()
    assert body["total"] == len(body["items"])
    assert any(GOLDEN in item["articles"] for item in body["items"])


PROBLEMS = [
    ("GET", "/api/v1/articles/no-such-article", 404),
    ("GET", "/api/v1/nothing", 404),
    ("GET", "/api/v1/articles?size=101", 422),
    ("GET", "/api/v1/articles?page=0", 422),
    ("GET", "/api/v1/articles?language=de", 422),
    ("GET", "/api/v1/match", 405),
    ("DELETE", "/api/v1/articles", 405),
    ("GET", "/api/v1/pulls/a/b/0", 422),
    ("GET", "/api/v1/pulls/a%2Fb/c/1", 404),
    ("GET", "/api/v1/reports/unknown", 404),
    ("DELETE", "/api/v1/reports/unknown", 404),
]


@pytest.mark.parametrize(("method", "path", "status"), PROBLEMS)
def test_every_error_is_a_problem_document(client: TestClient, method: str, path: str, status: int) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert (body["status"], body["type"]) == (status, "about:blank")
    assert body["title"]
    assert body["detail"]


def test_every_response_is_guarded(client: TestClient) -> None:
    for path in ("/", "/zh/", "/api/v1/articles", "/nothing", "/api/v1/nothing", f"/articles/{GOLDEN}"):
        headers = client.get(path).headers
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-request-id"]


def test_health_readiness_and_metrics(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json()["state"] == "ok"
    assert "faultbook_requests_total" in client.get("/metrics").text
