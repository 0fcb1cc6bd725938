"""The template environments, one per language, and rendering a page dataclass with its template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.catalogues import LANGUAGES, load_catalogue
from app.phrase import Phrase
from app.web.assets import Assets
from app.web.language import NAMES, TAGS, Writer, localised
from app.web.links import ref_label, ref_url

UI_DOMAIN = "messages"
Say = Callable[[Phrase, str], str]


class Page(Protocol):
    """A page dataclass: its frame says the language, the class which template draws it."""

    @property
    def template(self) -> str:
        """File name under templates/."""

    @property
    def language(self) -> str:
        """en | zh"""


@dataclass(frozen=True, slots=True)
class Templates:
    """One environment per language."""

    environments: Mapping[str, Environment]

    def render(self, page: Page) -> str:
        """The page as HTML. Raises UndefinedError when a template reads a field that the page has not."""
        return self.environments[page.language].get_template(page.template).render(page=page)


def build_templates(folder: Path, locales: Path, assets: Assets, say: Say) -> Templates:
    """Environments for every language.

    `say` turns a phrase into a sentence in a language. Raises FileNotFoundError for a missing catalogue.
    """
    return Templates(
        {language: _environment(folder, locales, assets, say, language) for language in LANGUAGES}
    )


def _environment(folder: Path, locales: Path, assets: Assets, say: Say, language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.policies["ext.i18n.trimmed"] = True
    translations = load_catalogue(locales, language, UI_DOMAIN)
    environment.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(
        asset=assets.url,
        say=partial(_say, say, language),
        url=partial(_url, language),
        gap="" if language == "zh" else " ",  # between two sentences
        language=language,
        tags=TAGS,
        names=NAMES,
        ref_url=ref_url,
        ref_label=ref_label,
    )
    environment.filters.update(Writer(language).filters())
    return environment


def _say(say: Say, language: str, phrase: Phrase) -> str:
    return say(phrase, language)


def _url(language: str, path: str) -> str:
    return localised(path, language)
