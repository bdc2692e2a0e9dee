"""A calibration file is read as it was written, and what is wrong with one is told."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from connectors.calibration_file import read, written
from kgqa.calibration import Calibration, Level
from kgqa.errors import BadInput

KNOWN = Calibration({"parse": (Level(0.55, 40, 20), Level(0.9, 30, 29)), "agent": (Level(0.6, 12, 7),)})


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "sure.toml"
    file.write_text(written(KNOWN, measured=date(2026, 11, 22), questions=82, folders=["a “b”"]), "utf-8")
    assert read(file) == KNOWN


def test_a_person_can_read_when_it_was_measured_and_on_what() -> None:
    text = written(KNOWN, measured=date(2026, 11, 22), questions=82, folders=["sample"])
    assert 'measured = 2026-11-22\nquestions = 82\nof = ["sample"]\n' in text
    assert "[[parse]]\nfrom = 0.9\nasked = 30\nright = 29  # worth 0.94\n" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[parse", "is no TOML"),
        ("parse = 3", "no list of steps"),
        ("parse = [3]", "step 1 of parse does not have just from, asked and right"),
        ("[[parse]]\nfrom = 0.5\nasked = 3", "does not have just from, asked and right"),
        ("[[parse]]\nfrom = 0.5\nasked = 3\nright = 2\nworth = 1", "does not have just"),
        ("[[parse]]\nfrom = 1.5\nasked = 3\nright = 2", "no number from 0 to 1"),
        ("[[parse]]\nfrom = nan\nasked = 3\nright = 2", "no number from 0 to 1"),
        ("[[parse]]\nfrom = 0.5\nasked = 3\nright = 4", "no more are right than were asked"),
        ("[[parse]]\nfrom = 0.5\nasked = 3.0\nright = 2", "whole numbers"),
        ("[[parse]]\nfrom = 0.5\nasked = 0\nright = 0", "at least one"),
        (
            "[[a]]\nfrom = 0.5\nasked = 3\nright = 2\n[[a]]\nfrom = 0.5\nasked = 3\nright = 2",
            "do not rise",
        ),
        (
            "[[a]]\nfrom = 0.5\nasked = 3\nright = 3\n[[a]]\nfrom = 0.6\nasked = 3\nright = 1",
            "right less often",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "sure.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"sure\.toml") as told:
        read(file)
    assert said in str(told.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"sure\.toml cannot be read: No such file"):
        read(tmp_path / "sure.toml")


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / "sure.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is no TOML"):
        read(tmp_path / "sure.toml")
