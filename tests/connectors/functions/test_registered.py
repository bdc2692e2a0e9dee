"""Which functions there are: shipped ones, those of packages and of a setting; and rates in a file."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from connectors.functions.rates import read
from connectors.functions.registered import GROUP, registered
from kgqa.errors import BadInput, BadSetting
from kgqa.functions.shipped import Rate, shipped

OWN = '''
from kgqa.functions import Thing, function

@function(asked={"en": ["keeper of {thing}"]})
def keeper(thing: Thing) -> str:
    """Who keeps a thing."""
    return "Ada"

def nearest(thing: Thing) -> str:
    """Our own idea of what is near."""
    return "here"

def unsaid(thing: Thing) -> str:
    return "nothing"

NUMBER = 3
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house_functions.py").write_text(OWN, encoding="utf-8")
    return tmp_path


def test_the_shipped_ones_are_there() -> None:
    names = {f.name for f in registered(shipped(), installed=())}
    assert {"nearest", "place", "places", "series", "compare", "describe", "define", "convert"} == names


def test_one_of_the_settings_stands_beside_them(folder: Path) -> None:
    found = {f.name: f for f in registered(shipped(), ["house_functions:keeper"], folder, ())}
    assert found["keeper"].means == "Who keeps a thing."
    assert "nearest" in found


def test_an_own_one_stands_in_the_place_of_a_shipped_one(folder: Path) -> None:
    found = {f.name: f for f in registered(shipped(), ["house_functions:nearest"], folder, ())}
    assert found["nearest"].means == "Our own idea of what is near."


def test_a_package_registers_one_by_its_entry_point(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder)
    point = EntryPoint(name="keeper", value="house_functions:keeper", group=GROUP)
    assert "keeper" in {f.name for f in registered(shipped(), installed=[point])}


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("keeper", "Write it as module:callable"),
        ("house_functions:missing", "cannot be imported"),
        ("house_functions:NUMBER", "Name a function"),
        ("house_functions:unsaid", "does not say what it is for"),
    ],
)
def test_what_is_no_function_stops_the_start_with_the_remedy(folder: Path, place: str, told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        registered(shipped(), [place], folder, ())


def test_rates_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rates.csv"
    file.write_text("from,to,rate,date\nEUR,USD,1.0842,2026-11-20\n", encoding="utf-8")
    assert read(file) == (Rate("EUR", "USD", Decimal("1.0842"), date(2026, 11, 20)),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from,to,rate\nEUR,USD,1\n", "no column “date”"),
        ("from,to,rate,date\nEUR,XXZ,1,2026-11-20\n", "Line 2 .*“XXZ” is no code"),
        ("from,to,rate,date\nEUR,USD,many,2026-11-20\n", "“many” is no number"),
        ("from,to,rate,date\nEUR,USD,-1,2026-11-20\n", "a rate is more than 0"),
        ("from,to,rate,date\nEUR,USD,1,yesterday\n", "“yesterday” is no date"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "rates.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        read(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"rates\.csv"):
        read(tmp_path / "rates.csv")
