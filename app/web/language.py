"""Which language a page is in, and how that language writes dates, ages, numbers and sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from babel import Locale
from babel.dates import format_date, format_datetime, format_timedelta
from babel.numbers import format_decimal, format_percent

from app.catalogues import LANGUAGES, SOURCE_LANGUAGE

LOCALES = {"en": Locale("en", "GB"), "zh": Locale("zh", "CN", script="Hans")}
TAGS = {"en": "en", "zh": "zh-Hans"}
"""The BCP 47 tag of each language, for `lang` and `hreflang`."""
NAMES = {"en": "English", "zh": "中文"}
ARRIVING = ("none", "cross-site")
"""Sec-Fetch-Site of an address typed or followed from elsewhere."""
GIB = 1024**3
MIB = 1024**2


def split_language(path: str) -> tuple[str, str]:
    """`/zh/articles/x` -> ("zh", "/articles/x"); a path without prefix is in the source language."""
    for language in LANGUAGES:
        if language == SOURCE_LANGUAGE:
            continue
        if path == f"/{language}":
            return language, "/"
        if path.startswith(f"/{language}/"):
            return language, path[len(language) + 1 :]
    return SOURCE_LANGUAGE, path


def localised(path: str, language: str) -> str:
    """The address of `path` (without prefix) in `language`."""
    if language == SOURCE_LANGUAGE:
        return path
    return f"/{language}{path}"


def negotiate(accept_language: str | None) -> str:
    """The best language for an Accept-Language header; the source language when it asks for none of ours."""
    best, best_quality = SOURCE_LANGUAGE, 0.0
    for part in (accept_language or "")[:500].split(","):
        tag, _, parameters = part.strip().partition(";")
        language = tag.split("-")[0].strip().lower()
        quality = _quality(parameters)
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best


def wanted_elsewhere(headers: Mapping[str, str]) -> str | None:
    """The language of a browser that arrives from outside and does not ask for the source language.

    Once on the site, the visitor's own choice of language stands.
    """
    if headers.get("sec-fetch-site") not in ARRIVING:
        return None
    wanted = negotiate(headers.get("accept-language"))
    return None if wanted == SOURCE_LANGUAGE else wanted


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


@dataclass(frozen=True, slots=True)
class Writer:
    """How one language writes values. Templates get its methods as filters."""

    language: str

    @property
    def locale(self) -> Locale:
        """The Babel locale."""
        return LOCALES[self.language]

    def date(self, value: date | datetime | str | None) -> str:
        """`30 Nov 2026` or `2026年11月30日`. ISO dates in strings are read; other text is returned as it is."""
        if value is None or value == "":
            return ""
        if isinstance(value, str):
            try:
                value = date.fromisoformat(value[:10])
            except ValueError:
                return str(value)
        return str(format_date(value, "medium", self.locale))

    def moment(self, value: datetime) -> str:
        """Date and time to the minute, in UTC."""
        return (
            str(format_datetime(value, "d MMM y HH:mm" if self.language == "en" else "y年M月d日 HH:mm"))
            + " UTC"
        )

    def age(self, value: datetime, now: datetime) -> str:
        """`3 minutes ago`, `in 2 hours`."""
        return str(format_timedelta(value - now, add_direction=True, threshold=0.9, locale=self.locale))

    def number(self, value: float) -> str:
        """With the language's grouping: 1,343,488."""
        return str(format_decimal(value, locale=self.locale))

    def percent(self, value: float) -> str:
        """0.934 -> 93 %, never rounded up to 100 or down to 0."""
        bounded = min(max(value, 0.01), 0.99) if 0 < value < 1 else value
        return str(format_percent(bounded, "#,##0%", locale=self.locale))

    def size(self, value: int | None) -> str:
        """Bytes as GiB or MiB; an unknown size is an en dash."""
        if value is None:
            return "–"
        unit, name = (GIB, "GiB") if value >= GIB else (MIB, "MiB")
        return f"{format_decimal(value / unit, '#,##0.#', locale=self.locale)} {name}"

    def filters(self) -> dict[str, Callable[..., str]]:
        """Name -> function, for the template environment."""
        return {
            "date": self.date,
            "moment": self.moment,
            "age": self.age,
            "number": self.number,
            "percent": self.percent,
            "size": self.size,
        }
