"""A loop is seen soon, and what people and models write is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from connectors.models.loops import STEP, is_looping

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("piece", "within"),
    [("a ", 700), ("The same line again.\n", 700), ("x" * 99 + "\n", 2_700), ("\n", 2_700)],
)
def test_a_loop_is_seen_soon(piece: str, within: int) -> None:
    text = "SELECT ?x WHERE { ?x a ex:Thing } " + piece * (within // len(piece))
    assert is_looping(text)


@pytest.mark.parametrize(
    "path",
    sorted(
        {*(ROOT / "docs").rglob("*.md"), *(ROOT / "kgqa").rglob("*.toml"), *(ROOT / "kgqa").rglob("*.lark")}
    ),
    ids=lambda path: path.name,
)
def test_what_people_write_is_no_loop(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not [end for end in range(0, len(text), STEP) if is_looping(text[:end])]


def test_a_long_list_is_no_loop() -> None:
    values = "VALUES ?x { " + " ".join(f"<https://example.org/item/{number}>" for number in range(200)) + " }"
    closing = "}\n" * 40
    assert not is_looping(values)
    assert not is_looping(values + closing)
