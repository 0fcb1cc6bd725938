"""What every command starts from: settings, words, the index directory."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import click

from app.index.open import Index, IndexDirectory
from app.library import refresh_index
from app.phrase import Phrase
from app.settings import Settings, resources, unknown_variables
from app.words import Words, load_words


@dataclass(frozen=True, slots=True)
class Desk:
    """Settings and words of one command."""

    settings: Settings
    words: Words
    language: str

    def say(self, phrase: Phrase) -> str:
        """The phrase in the language of this command."""
        return self.words.say(phrase, self.language)

    def index(self, told: Callable[[str], None] | None = None) -> Index:
        """The index of the content tree, brought up to date first. Raises IndexUnusableError."""
        directory = IndexDirectory(self.settings.data)
        return refresh_index(self.settings.content, directory, told or (lambda _: None))


def read_settings(language: str) -> Desk:
    """Settings from the environment. Raises UsageError for a FAULTBOOK_ variable that nothing reads."""
    strangers = unknown_variables(dict(os.environ))
    if strangers:
        raise click.UsageError(f"no setting is called {', '.join(strangers)}; docs/settings.md lists them")
    return Desk(Settings(), load_words(resources() / "locales"), language)


pass_desk = click.make_pass_decorator(Desk)
