"""A forge's token, until the forge refuses it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping

from app.live.asker import Asker
from app.live.http import Reply

log = logging.getLogger("faultbook.live")


class Credential:
    """Sends the token to one host. It is in no log and on no page; its fingerprint tells two tokens apart."""

    def __init__(
        self, asker: Asker, token: str | None, header: str = "Authorization", form: str = "Bearer {}"
    ):
        self._asker = asker
        self._token = token
        self._header = header
        self._form = form

    @property
    def headers(self) -> Mapping[str, str]:
        """The header that carries the token; empty without one or after the forge refused it."""
        return {self._header: self._form.format(self._token)} if self._token else {}

    @property
    def fingerprint(self) -> str:
        """Another token gets another etag for the same content."""
        return hashlib.sha256((self._token or "").encode()).hexdigest()[:12]

    async def get(self, url: str, headers: Mapping[str, str]) -> Reply:
        """GET with the token; once more without it where the forge refuses it (401) or bars it (403)."""
        reply = await self._asker.get(url, {**headers, **self.headers})
        if not self._token or reply.status not in {401, 403}:
            return reply
        if reply.status == 401:
            log.warning("%s refuses the token; going on without it", self._asker.host)
            self._token = None
        bare = {name: value for name, value in headers.items() if name != "If-None-Match"}
        return await self._asker.get(url, bare)
