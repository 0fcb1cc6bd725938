"""The static files under names that carry their digest, so that a browser may keep them for ever."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STYLES = ("tokens.css", "base.css", "layout.css", "parts.css", "pages.css", "print.css")
"""The style sheets in cascade order; they are served as one file."""
BUNDLE = "site.css"
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    name: str
    """`site.0123abcd4567.css`"""
    body: bytes
    zipped: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Assets:
    """Every asset, by its plain name and by its hashed one."""

    by_name: Mapping[str, Asset]
    by_hashed: Mapping[str, Asset]

    def url(self, name: str) -> str:
        """The path of an asset, e.g. `/static/site.0123abcd4567.css`. Raises KeyError for an unknown name."""
        return f"/static/{self.by_name[name].name}"

    def route(self) -> Route:
        """The route that serves them: hashed names for ever, anything else 404."""

        def serve(request: Request) -> Response:
            asset = self.by_hashed.get(request.path_params["name"])
            if asset is None:
                return Response("No such file\n", 404, media_type="text/plain")
            headers = {
                "Cache-Control": FOREVER,
                "X-Content-Type-Options": "nosniff",
                "Vary": "Accept-Encoding",
            }
            body = asset.body
            if "gzip" in request.headers.get("accept-encoding", "") and len(asset.zipped) < len(body):
                body = asset.zipped
                headers["Content-Encoding"] = "gzip"
            return Response(body, media_type=asset.media_type, headers=headers)

        return Route("/static/{name}", serve, name="static")


def load_assets(folder: Path) -> Assets:
    """Reads, joins and hashes the files of `folder` once. Raises OSError when one cannot be read."""
    files = {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in MEDIA_TYPES and path.name not in STYLES
    }
    files[BUNDLE] = b"\n".join((folder / name).read_bytes() for name in STYLES)
    by_name = {name: _asset(name, body) for name, body in files.items()}
    return Assets(by_name, {asset.name: asset for asset in by_name.values()})


def _asset(name: str, body: bytes) -> Asset:
    stem, _, suffix = name.rpartition(".")
    digest = hashlib.sha256(body).hexdigest()[:12]
    return Asset(
        f"{stem}.{digest}.{suffix}", body, gzip.compress(body, 9, mtime=0), MEDIA_TYPES[f".{suffix}"]
    )
