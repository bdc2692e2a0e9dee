"""What each feature of an answer is worth stands in the documents as it stands in the product."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

from kgqa.strategies.agent.evidence import Evidence

PAGE = Path(__file__).parents[3] / "docs" / "strategies.md"
ROW = re.compile(r"^\| `(\w+)` \|.*\| (-?[\d.]+) \|$", re.MULTILINE)
HEAD = re.compile(r"fitted on (\d+) answers over (\d+) graphs")


def test_the_table_of_weights_is_that_of_the_product() -> None:
    chapter = PAGE.read_text("utf-8").partition("## How sure an answer is")[2].partition("\n## ")[0]
    told = {name: float(weight) for name, weight in ROW.findall(chapter)}
    text = files("kgqa.strategies.agent").joinpath("trust.toml").read_text("utf-8")
    assert told == tomllib.loads(text)["weights"]
    assert told.keys() == {"base", *(each.name for each in fields(Evidence))}


def test_on_how_many_answers_they_were_fitted_is_that_of_the_product() -> None:
    text = files("kgqa.strategies.agent").joinpath("trust.toml").read_text("utf-8")
    (fitted,) = re.findall(r"on (\d+) answers over (\d+) graphs", text)
    assert HEAD.findall(" ".join(PAGE.read_text("utf-8").split())) == [fitted]
