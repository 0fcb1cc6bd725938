"""The catalogue of the pages: freshly extracted, wholly translated, placeholders kept."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tests.web.conftest import ROOT

POT = ROOT / "locales" / "messages.pot"
ZH = ROOT / "locales" / "zh" / "LC_MESSAGES" / "messages.po"
OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "extensions": "jinja2.ext.i18n"}}
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]+>")
Key = tuple[str | None, tuple[str, ...]]


def key(context: str | None, message: object) -> Key:
    """Context and every plural form."""
    return context, message if isinstance(message, tuple) else (str(message),)


def messages(path: object) -> dict[Key, Message]:
    """The messages of a catalogue file."""
    with open(str(path), "rb") as file:  # noqa: PTH123
        return {key(each.context, each.id): each for each in read_po(file) if each.id}


def test_the_template_catalogue_is_what_the_templates_say() -> None:
    """Run the extraction (see docs) after a change of a template."""
    found = {
        key(context, message)
        for _, _, message, _, context in extract_from_dir(
            str(ROOT / "templates"), [("**.html", "jinja2")], OPTIONS
        )
    }
    assert found == set(messages(POT))


@pytest.mark.parametrize("each", messages(POT), ids=lambda each: each[1][0][:50])
def test_a_message_has_its_chinese(each: Key) -> None:
    """Translated, not fuzzy, with the same placeholders and markup."""
    message = messages(ZH)[each]
    assert not message.fuzzy
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    wanted = set(PLACEHOLDER.findall(each[1][-1]))
    for text in texts:
        assert text
        assert set(PLACEHOLDER.findall(text)) == wanted


def test_no_translation_is_left_over() -> None:
    """A message that no template has any more is dropped."""
    assert set(messages(ZH)) == set(messages(POT))
