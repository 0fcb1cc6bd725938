"""Requests that mean harm: out of the tree, into the headers, into memory. None breaks anything."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

TRAVERSALS = [
    "/static/../app/settings.py",
    "/static/..%2f..%2fpyproject.toml",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static//etc/passwd",
    "/static/..%5c..%5cpyproject.toml",
    "/static/%00",
    "/articles/..%2f..%2fpyproject",
    "/articles/../../etc/passwd.md",
    "/articles/%2e%2e%2fetc%2fpasswd.json",
    "/api/v1/articles/..%2f..%2fstate.sqlite",
    "/r/..%2f..%2fstate.sqlite",
    "/api/v1/reports/%2e%2e",
    "/zh/static/../../pyproject.toml",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_way_leads_out_of_the_tree(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code in (400, 404, 410)
    for secret in ("root:x:0:0", "[project]", "class Settings", "SQLite format"):
        assert secret not in answer.text


BREAKS = ["%0d%0aSet-Cookie:%20evil=1", "%0aSet-Cookie:evil", "%E5%98%8A%E5%98%8DSet-Cookie:evil", "a%00b"]
PLACES = ["/articles/{}", "/zh/articles/{}", "/{}", "/search?q={}", "/api/v1/articles/{}", "/r/{}", "/zh{}"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", BREAKS)
def test_no_address_writes_a_header(client: TestClient, place: str, text: str) -> None:
    answer = client.get(place.format(text), follow_redirects=False)
    assert answer.status_code < 500
    assert "set-cookie" not in answer.headers
    assert all("\n" not in value and "\r" not in value for value in answer.headers.values())


@pytest.mark.parametrize("name", ["host", "x-forwarded-host", "forwarded"])
def test_a_strange_host_is_never_written_into_a_page(client: TestClient, name: str) -> None:
    for path in ("/", "/articles", "/sitemap.xml", "/feed.xml", "/openapi.json", "/zh"):
        answer = client.get(path, headers={name: "evil.example"}, follow_redirects=False)
        assert "evil.example" not in answer.text
        assert "evil.example" not in answer.headers.get("location", "")


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "gzip, gzip", "GZIP", "x-strange"])
@pytest.mark.parametrize("path", ["/api/v1/match", "/diagnose", "/api/v1/reports"])
def test_compressed_bodies_are_refused_not_unpacked(client: TestClient, coding: str, path: str) -> None:
    bomb = gzip.compress(b"0" * 4_000_000)
    answer = client.post(path, content=bomb, headers={"Content-Encoding": coding})
    assert answer.status_code == 415
    assert answer.headers["accept-encoding"] == "identity"


def test_a_body_that_is_only_called_plain_is_read(client: TestClient) -> None:
    headers = {"Content-Encoding": "identity", "Content-Type": "text/plain"}
    assert client.post("/api/v1/match", content=b"x", headers=headers).status_code == 200


DEEP = 100_000
BODIES: list[tuple[str, bytes | str]] = [
    ("application/json", "[" * DEEP),
    ("application/json", '{"a":' * DEEP),
    ("application/json", '{"text": ' + "9" * DEEP + "}"),
    ("application/json", '{"text": "x", "limit": 1e999}'),
    ("application/json", r'{"text": "\ud800"}'),
    ("application/json", b'{"text": "\xff\xfe"}'),
    ("application/json", b""),
    ("text/plain; charset=utf-16", b"\xff\xfe\x00"),
    ("text/plain", bytes(range(256)) * 200),
    ("multipart/form-data", b"--x"),
    ("multipart/form-data; boundary=x", b"--x\r\n" * 20_000),
    ("multipart/form-data; boundary=" + "x" * 5000, b"--x--"),
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nno end'),
    ("application/x-www-form-urlencoded", b"text=x&" * 20_000),
    ("application/x-www-form-urlencoded", b"text=%ff%fe%00"),
    ("\u00e9", b"x"),
]
DOORS = ("/api/v1/match", "/api/v1/shapes/explain", "/api/v1/reports", "/api/v1/votes", "/diagnose", "/share")


@pytest.mark.parametrize(("kind", "body"), BODIES, ids=range(len(BODIES)))
def test_no_body_breaks_a_route(client: TestClient, kind: str, body: bytes | str) -> None:
    for path in (*DOORS, "/r/x/delete"):
        answer = client.post(path, content=body, headers={"Content-Type": kind.encode("latin-1")})
        assert answer.status_code < 500, (path, answer.text[:300])


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
    ],
)
def test_another_site_cannot_post(client: TestClient, headers: dict[str, str]) -> None:
    for path in DOORS:
        assert client.post(path, content=b"text=x", headers=headers).status_code == 403


def test_reports_are_found_by_their_whole_id_and_deleted_by_their_token_alone(client: TestClient) -> None:
    shared: Any = client.post("/api/v1/reports", json={"text": "RuntimeError: boom"}).json()
    assert len(shared["id"]) >= 16
    path = f"/api/v1/reports/{shared['id']}"
    assert client.get(f"/api/v1/reports/{shared['id'][:-1]}").status_code == 404
    for name in ("%", "_" * len(shared["id"]), "' OR 1=1 --", shared["id"] + "%00"):
        assert client.get(f"/api/v1/reports/{name}").status_code == 404
    for token in ("", "Bearer ", "Bearer x", f"Bearer {shared['id']}"):
        assert client.delete(path, headers={"Authorization": token}).status_code == 404
    assert (
        client.delete(path, headers={"Authorization": f"Bearer {shared['delete_token']}"}).status_code == 204
    )
    assert client.get(path).status_code == 404
    assert json.dumps(client.get("/api/v1/gaps").json()).count(shared["id"]) == 0
