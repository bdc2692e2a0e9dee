"""A definitions file: what it may hold, and what is said of one that is not right."""

from __future__ import annotations

from pathlib import Path

import pytest

from connectors.definitions import read
from kgqa.definitions.definition import Definition, DefinitionKind
from kgqa.errors import BadInput

GOOD = """
[[term]]
name = "key account"
also = ["Großkunde"]
means = "customers with more than 10 orders"

[[metric]]
name = "margin"
means = '''
  list price
  minus cost'''
language = "en"
"""


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "definitions.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_terms_and_metrics_are_read_in_their_order(tmp_path: Path) -> None:
    assert read(write(tmp_path, GOOD)) == (
        Definition(
            kind=DefinitionKind.TERM,
            name="key account",
            also=("Großkunde",),
            means="customers with more than 10 orders",
        ),
        Definition(kind=DefinitionKind.METRIC, name="margin", means="list price minus cost", language="en"),
    )


def test_an_empty_file_defines_nothing(tmp_path: Path) -> None:
    assert read(write(tmp_path, "")) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[term]]\nname = 'x", "no TOML"),
        ("[[term]]\nname = 'vip'", "[[term]] number 1 means: it is missing. Give it"),
        ("[[term]]\nmeans = 'customers'", "[[term]] number 1 name: it is missing"),
        ("[[term]]\nname = 'vip'\nmeans = 'customers'\nis = 'x'", "nothing is called so here"),
        ("[[terms]]\nname = 'vip'", "nothing is called so here"),
        ("[[term]]\nname = 'vip'\nmeans = 'a b'\nlanguage = 'fr'", "none of the languages that are read"),
        ("[[term]]\nname = 'vip'\nmeans = 5", "valid string"),
        ("[[term]]\nname = '--'\nmeans = 'customers'", "has no letter"),
        ("term = 5", "list"),
        ("[[term]]\nname = 'vip'\nalso = ['VIP']\nmeans = 'customers'", "is given twice"),
        (
            "[[term]]\nname = 'vip'\nmeans = 'customers'\n[[metric]]\nname = 'VIP'\nmeans = 'a / b'",
            "“VIP” is given twice",
        ),
        (b"[[term]]\nname = '\xff\xfe'", "not in UTF-8"),
    ],
)
def test_a_file_that_is_not_right_is_refused_with_the_place_and_the_remedy(
    tmp_path: Path, text: str | bytes, said: str
) -> None:
    with pytest.raises(BadInput, match=r"definitions\.toml") as refused:
        read(write(tmp_path, text))
    assert said in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path / "none.toml")
