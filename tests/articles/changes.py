"""A copy of the sample tree with one change, as the tables under cases/ write it."""

import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.articles.model import Problem

HERE = Path(__file__).parent
TREE = HERE / "tree"

Case = dict[str, Any]


def cases(file: str) -> list[Case]:
    """The rows of one table of cases."""
    return list(tomllib.loads((HERE / "cases" / file).read_text(encoding="utf-8"))["case"])


def changed_tree(case: Case, folder: Path) -> Path:
    """A content tree named `content` with the changes of `case`.

    Keys: `replace` = [[file, old, new], ...] (old must be there), `write` = {file: text},
    `bytes` = {file: hex}, `remove` = [path, ...], `link` = {path: target}, `fill` = {file: size}.
    """
    root = folder / "content"
    shutil.copytree(TREE, root)
    for path in case.get("remove", ()):
        target = root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()
    for path, old, new in case.get("replace", ()):
        text = (root / path).read_text(encoding="utf-8")
        assert old in text, f"{path} does not hold {old!r}"
        (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    for path, text in case.get("write", {}).items():
        _put(root / path, text.encode())
    for path, digits in case.get("bytes", {}).items():
        _put(root / path, bytes.fromhex(digits))
    for path, size in case.get("fill", {}).items():
        _put(root / path, b"x" * size)
    for path, target in case.get("link", {}).items():
        (root / path).symlink_to(target)
    return root


def said(problems: Iterable[Problem], wanted: list[str]) -> list[str]:
    """The problems as text, sorted; one that begins as a wanted `text...` does is given as that."""
    beginnings = [want for want in wanted if want.endswith("...")]
    texts = map(str, problems)
    return sorted(
        next((want for want in beginnings if text.startswith(want.removesuffix("..."))), text)
        for text in texts
    )


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
