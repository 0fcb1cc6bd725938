"""The page that follows sharing or deleting a report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.web.views.shell import SitePage


@dataclass(frozen=True, slots=True)
class SharedPage(SitePage):
    """What the person who shared is told once; without a token, that the report is gone."""

    template: ClassVar[str] = "shared.html"

    id: str
    delete_token: str | None
    expires_at: datetime | None

    @property
    def address(self) -> str:
        """Absolute where the public address is known, else path-absolute."""
        prefix = "" if self.shell.language == "en" else f"/{self.shell.language}"
        return f"{self.shell.public_url or ''}{prefix}/r/{self.id}"
