"""Documents that code can write are what the code writes; every sentence exists in both languages."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.catalogues import LANGUAGES
from app.phrase import Phrase
from app.settings import FORGE_ADDRESSES, Settings, unknown_variables
from app.words import ROWS, human_bytes, load_words
from tests.documents import DOCUMENTS, ROOT

FORMATS = {"bytes": 1 << 30, "dims": (32, 64), "percent": 0.5}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_what_the_code_writes(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == DOCUMENTS[name](), "run `make docs`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: str) -> None:
    words = load_words(ROOT / "locales")
    for row in ROWS:
        fields = {
            name: FORMATS.get(spec or "", 7)
            for _, name, spec, _ in string.Formatter().parse(row.english)
            if name is not None
        }
        said = words.say(Phrase(row.id, fields), language)
        assert said
        assert "{" not in said
        assert row.id not in said
        if language == "zh" and any(letter.isalpha() for letter in row.english):
            assert said != words.say(Phrase(row.id, fields), "en") or len(row.english.split()) < 3, row.id


@pytest.mark.parametrize("phrase", [Phrase("live.of_next_year"), Phrase("state.backup_failed")])
def test_what_another_version_kept_is_named_as_such(phrase: Phrase) -> None:
    words = load_words(ROOT / "locales")
    assert words.say(phrase, "en") == f"Said by another version of Faultbook: {phrase.id}"
    assert words.say(phrase, "zh") == f"另一版本的 Faultbook 留下的说法：{phrase.id}"


def test_every_id_that_the_code_says_has_a_row() -> None:
    known = {row.id for row in ROWS}
    assert len(known) == len(ROWS)
    missing = {name for path in (ROOT / "app").rglob("*.py") for name in _said_in(path)} - known
    assert not missing


def _said_in(path: Path) -> Iterator[str]:
    """The literal ids of every `Phrase("...")` in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_a_setting_nobody_reads_is_named() -> None:
    assert unknown_variables({"FAULTBOOK_DATA": "x", "FAULTBOOK_DTAA": "y", "PATH": "z"}) == [
        "FAULTBOOK_DTAA"
    ]


@pytest.mark.parametrize("name", ["public_url", "prometheus", *FORGE_ADDRESSES])
def test_an_address_without_scheme_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="http"):
        Settings.model_validate({name: "faults.example"})


@pytest.mark.parametrize("name", FORGE_ADDRESSES)
def test_a_forge_address_holds_no_secret(name: str) -> None:
    for address in ("https://me:secret@forge.example", "https://forge.example/?private_token=secret"):
        with pytest.raises(ValueError, match="setting of its own"):
            Settings.model_validate({name: address})


def test_tokens_are_not_shown_with_the_settings() -> None:
    names = [name for name in Settings.model_fields if name.endswith("_token")]
    shown = repr(Settings.model_validate(dict.fromkeys(names, "s3cret")))
    assert len(names) == 4
    assert "s3cret" not in shown


@pytest.mark.parametrize(
    ("count", "said"), [(512, "512 B"), (1536, "1.50 KiB"), (150754820096, "140.40 GiB")]
)
def test_bytes_are_said_in_the_unit_of_logs(count: int, said: str) -> None:
    assert human_bytes(count) == said
