"""A server on loopback that gives fixed answers: stands in for exporters and small forges."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar


@dataclass
class Pages:
    """Path (without its query) -> status and body."""

    answers: dict[str, tuple[int, str]]
    base: str = ""
    refused: str = ""
    """A token that is answered with 401."""
    seen: list[str] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)


@contextmanager
def serving(answers: dict[str, tuple[int, str]]) -> Iterator[Pages]:
    """Serve `answers` until the block ends; other paths are 404."""
    pages = Pages(answers)

    class Handler(BaseHTTPRequestHandler):
        """Answers from the table."""

        table: ClassVar[Pages] = pages

        def do_GET(self) -> None:
            """One answer."""
            self.table.seen.append(self.path)
            self.table.headers.append(dict(self.headers.items()))
            full = self.table.answers.get(self.path)
            status, body = full or self.table.answers.get(self.path.split("?")[0], (404, "{}"))
            if self.table.refused and self.table.refused in " ".join(self.headers.values()):
                status, body = 401, "{}"
            data = body.encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 (the base class names it)
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    pages.base = f"http://127.0.0.1:{server.server_port}"
    try:
        yield pages
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
