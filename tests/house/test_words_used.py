"""Every text that the code says is in the catalogue, and the catalogue has none that nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.words import FOLDER, LANGUAGES
from tests.house.test_words import texts

ROOT = Path(__file__).parents[2]
CODE = sorted(path for folder in ("bot", "manifests") for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted(path for path in (ROOT / "bot").rglob("*") if path.suffix in (".html", ".js"))
ANY = "[a-z0-9-]+"  # what stands in the place of a value
NAMED = re.compile(r"[a-z]+(-[a-z0-9]+)*")


def pattern(part: ast.expr) -> Iterator[str]:
    """The names that an expression can be, as regular expressions; none for what is not written there."""
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield re.escape(part.value)
    elif isinstance(part, ast.IfExp):
        yield from (*pattern(part.body), *pattern(part.orelse))
    elif isinstance(part, ast.JoinedStr):
        yield "".join(
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else ANY  # a literal, or a value
            for p in part.values
        )


def is_saying(call: ast.Call) -> bool:
    """Whether a call is `say(…)`, `sheet.say(…)` or `words(…)(…)`."""
    said = call.func
    if isinstance(said, ast.Call):
        made = said.func
        return (made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")) == "words"
    return isinstance(said, ast.Name | ast.Attribute) and ast.unparse(said).split(".")[-1] == "say"


@cache
def said_in(path: Path) -> list[tuple[str, int]]:
    calls = [n for n in ast.walk(parsed(path)) if isinstance(n, ast.Call) and n.args and is_saying(n)]
    return [(name, call.lineno) for call in calls for name in pattern(call.args[0])]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def written_in(path: Path) -> Iterator[str]:
    """All that could be the name of a text, wherever it stands."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant | ast.JoinedStr):
                yield from (name for name in pattern(node) if re.search("[a-z]{3}", name.replace(ANY, "")))
    else:
        yield from (match[0] for match in NAMED.finditer(text))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_is_in_the_catalogue(language: str) -> None:
    names = texts(FOLDER / language)
    missing = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in CODE
        if path != FOLDER / "__init__.py" and "terminal" not in path.name
        for name, line in said_in(path)
        if not any(re.fullmatch(name, known) for known in names)
    ]
    assert missing == []


@pytest.mark.slow
def test_the_catalogue_has_no_text_that_nobody_says() -> None:
    written = {name for path in (*CODE, *PAGES) for name in written_in(path)}
    plain = {name.replace("\\-", "-") for name in written}
    families = [re.compile(name) for name in written if ANY in name]
    unused = {
        name
        for name in texts(FOLDER / "en")
        if name not in plain and not any(family.fullmatch(name) for family in families)
    }
    assert unused == set()
