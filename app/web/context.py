"""What routes need beside the services: words, limits, addresses. Made once by `create_app`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.phrase import Phrase
from app.web.gate import Gate
from app.words import Words


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The settings that pages and API depend on, as plain values."""

    max_paste: int
    public_url: str | None
    edit_url: str | None
    gpus: str
    """off | private | public"""
    gpu_token: str | None
    rate_limit: str | None
    trusted_proxies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WebContext:
    """The configuration with what was made from it."""

    config: WebConfig
    words: Words
    gate: Gate

    @property
    def max_paste(self) -> int:
        """Largest paste in bytes of text."""
        return self.config.max_paste

    def speaker(self, language: str) -> Callable[[Phrase], str]:
        """A function that says phrases in one language."""
        return lambda phrase: self.words.say(phrase, language)
