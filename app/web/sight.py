"""Who may see the GPUs of this host (design, section 7)."""

from __future__ import annotations

import hmac
import ipaddress
from functools import lru_cache

from fastapi import Request

from app.web.context import WebConfig

FORWARDING_HEADERS = frozenset({b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"})
"""As ASGI spells them."""
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


def may_see_gpus(request: Request, config: WebConfig) -> bool:
    """Whether this client is shown GPU state: public, a bearer token, or a true loopback client.

    Loopback grants nothing behind a proxy, with a public address set, or under a name that is not a
    loopback name: a page elsewhere could have made the browser ask (DNS rebinding).
    """
    if config.gpus == "off":
        return False
    if config.gpus == "public" or _has_token(request, config.gpu_token):
        return True
    return config.public_url is None and is_loopback(request)


def is_loopback(request: Request) -> bool:
    """Whether the client is on this machine, asks by a loopback name and no proxy stands between."""
    if not FORWARDING_HEADERS.isdisjoint(name for name, _ in request.headers.raw):
        return False
    host = request.headers.get("host", "")
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    client = request.client
    return name in LOOPBACK_NAMES and client is not None and _on_this_machine(client.host)


@lru_cache(maxsize=1024)
def _on_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _has_token(request: Request, token: str | None) -> bool:
    if not token:
        return False
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())
