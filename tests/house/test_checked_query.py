"""`CheckedQuery` is made inside `kgqa/check` and nowhere else in the product, and cannot be made over."""

from __future__ import annotations

import ast
import copy
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

from kgqa.check import admit
from kgqa.sparql import parse
from kgqa.types import CheckedQuery

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot", "connectors", "kgqa")
TEXT = "SELECT ?x WHERE { ?x ?p ?o }"


def makers(text: str) -> list[int]:
    """The lines that construct a CheckedQuery, by its name, an alias or an attribute, or that take what
    shows that the check did: its mark, or the function that has it.
    """
    tree, names = ast.parse(text), {"CheckedQuery"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names |= {a.asname for a in node.names if a.asname and a.name.endswith("CheckedQuery")}
    return [
        node.lineno
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Call)
            and (
                (isinstance(node.func, ast.Name) and node.func.id in names)
                or (isinstance(node.func, ast.Attribute) and node.func.attr == "CheckedQuery")
            )
        )
        or (isinstance(node, ast.ImportFrom) and any(a.name == "_CHECK" for a in node.names))
        or (isinstance(node, ast.Attribute) and node.attr == "_CHECK")
        or (isinstance(node, ast.ImportFrom) and node.module == "kgqa.check.checked")
        or (isinstance(node, ast.Import) and any(a.name == "kgqa.check.checked" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "kgqa.check" and "checked" in _names(node))
    ]


def _names(node: ast.ImportFrom) -> set[str]:
    return {a.name for a in node.names}


@pytest.mark.slow
def test_only_the_check_makes_checked_queries() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in PRODUCT
        for path in sorted((ROOT / room).rglob("*.py"))
        if not path.is_relative_to(ROOT / "kgqa" / "check")
        for line in makers(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.slow
def test_of_the_tests_one_module_vouches_for_queries() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ("benchmarks", "tests")
        for path in (ROOT / room).rglob("*.py")
        if path != Path(__file__) and makers(path.read_text("utf-8"))
    }
    assert found == {"tests/doubles/checked.py"}


def test_the_check_itself_is_seen_making_them() -> None:
    assert makers((ROOT / "kgqa" / "check" / "checked.py").read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "from kgqa.types import CheckedQuery as C\nC(text='')",
        "import kgqa.types as t\nt.CheckedQuery(text='')",
        "import kgqa.types as t\nreplace(query, made_by=t._CHECK)",
        "\nfrom kgqa.types import _CHECK",
        "\nfrom kgqa.check.checked import passed",
        "\nfrom kgqa.check import checked",
    ],
)
def test_an_alias_or_a_module_does_not_hide_the_making(text: str) -> None:
    assert makers(text) == [2]


def test_no_other_query_is_made_of_a_checked_one() -> None:
    query, evil = admit(TEXT), "DROP ALL"
    with pytest.raises(ValueError, match="made_by"):
        replace(query, text=evil)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="made by"):
        replace(query, text=evil, made_by=query)
    with pytest.raises(FrozenInstanceError):
        copy.copy(query).text = evil  # type: ignore[misc]
    by_hand: Any = CheckedQuery
    for more in ({}, {"made_by": None}, {"made_by": "kgqa.check"}):
        with pytest.raises(TypeError):
            by_hand(text=evil, form="select", canonical=evil, sha256="", **more)


def test_a_checked_query_carries_what_was_checked() -> None:
    assert admit(TEXT).parsed == parse(TEXT)
