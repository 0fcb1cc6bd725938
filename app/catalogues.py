"""Reads the gettext catalogues: `locales/<language>/LC_MESSAGES/<domain>.po`, compiled in memory at start."""

from __future__ import annotations

import io
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "zh")
SOURCE_LANGUAGE = "en"


def load_catalogue(locales: Path, language: str, domain: str) -> NullTranslations:
    """The translations of one domain; those of the source language are the identity.

    Raises FileNotFoundError when a catalogue other than the source language's is missing.
    """
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    with (locales / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, domain=domain)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
