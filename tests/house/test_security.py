"""What the page on security says is held by tests is held by tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
POINTS = 20  # of the design's checklist


def test_each_test_that_is_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    files = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    exist = {name for text in files for name in re.findall(r"def (test_\w+)\(", text)}
    assert named <= exist, f"There is no {', '.join(sorted(named - exist))}."


def test_each_point_of_the_checklist_is_held_by_a_test() -> None:
    rows = re.findall(r"^\| (\d+) \| .+ \| (.+) \|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, POINTS + 1))
    assert all("`test_" in held for _, held in rows)
