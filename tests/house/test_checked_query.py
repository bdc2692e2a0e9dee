"""`CheckedQuery` is made inside `kgqa/check` and nowhere else in the product."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot", "connectors", "kgqa")


def makers(text: str) -> list[int]:
    """The lines that construct a CheckedQuery, by its name, an alias, an attribute or `replace`."""
    if "CheckedQuery" not in text:
        return []
    tree, names = ast.parse(text), {"CheckedQuery"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names |= {a.asname for a in node.names if a.asname and a.name.endswith("CheckedQuery")}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in names)
            or (isinstance(node.func, ast.Attribute) and node.func.attr == "CheckedQuery")
        )
    ]


def test_only_the_check_makes_checked_queries() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in PRODUCT
        for path in sorted((ROOT / room).rglob("*.py"))
        if not path.is_relative_to(ROOT / "kgqa" / "check")
        for line in makers(path.read_text("utf-8"))
    ]
    assert found == []


def test_the_check_itself_is_seen_making_them() -> None:
    assert makers((ROOT / "kgqa" / "check" / "__init__.py").read_text("utf-8"))


def test_an_alias_or_a_module_does_not_hide_the_making() -> None:
    assert makers("from kgqa.types import CheckedQuery as C\nC(text='')") == [2]
    assert makers("import kgqa.types as t\nt.CheckedQuery(text='')") == [2]
