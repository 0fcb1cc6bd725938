"""What every page has: its language, its address, its twins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.catalogues import LANGUAGES
from app.web.language import localised


@dataclass(frozen=True, slots=True)
class Shell:
    """The frame around a page."""

    language: str
    path: str
    """Without language prefix, e.g. `/articles/x`."""
    now: datetime
    query: str = ""
    """The query string with its question mark, kept by the language switch."""
    public_url: str | None = None
    """Absolute links are made only from it."""
    version: str = ""
    listed: bool = True
    """False: robots are asked not to index the page."""
    switchable: bool = True
    """False: the same address does not exist in the other language (the answer to a form)."""

    @property
    def other(self) -> str:
        """The language that the switch leads to."""
        return next(language for language in LANGUAGES if language != self.language)

    @property
    def switch(self) -> str:
        """The address of this page in the other language."""
        return localised(self.path if self.switchable else "/", self.other) + (
            self.query if self.switchable else ""
        )

    @property
    def json(self) -> str:
        """The address of this page's JSON twin."""
        twin = "/index.json" if self.path == "/" else f"{self.path}.json"
        return localised(twin, self.language) + self.query

    @property
    def addresses(self) -> Mapping[str, str]:
        """Language -> absolute address; empty without a public URL or where robots have no business."""
        if self.public_url is None or not self.listed:
            return {}
        return {language: self.public_url + localised(self.path, language) for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class SitePage:
    """The base of every page dataclass."""

    template: ClassVar[str]
    """File under templates/."""
    twinned: ClassVar[bool] = False
    """The page has data of its own, and so a JSON twin."""

    shell: Shell

    @property
    def language(self) -> str:
        """Language of the page."""
        return self.shell.language

    @property
    def twin(self) -> str | None:
        """The address of the page's data as JSON."""
        return self.shell.json if self.twinned else None


def pick(texts: Mapping[str, str], language: str) -> str:
    """The text in `language`, else in any language there is, else nothing."""
    return texts.get(language) or next(iter(texts.values()), "")
