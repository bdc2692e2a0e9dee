"""The words of a language by which two questions may differ and still ask the same (`words.toml`).

In: a language. Out: phrases to pass over, and phrases that stand for each other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passing:
    """One language's. The tables of operators lead from a phrase to the operator that it says."""

    openers: frozenset[Phrase]
    closers: frozenset[Phrase]
    silent: frozenset[str]
    nominative: frozenset[str]
    articles: frozenset[str]
    copula: frozenset[str]
    participle: re.Pattern[str]
    perfect: frozenset[str]
    preposition: frozenset[str]
    possessive: bool
    of: str
    whether: frozenset[str]
    same: dict[str, str]
    number: dict[Phrase, str]
    behind: dict[Phrase, str]
    date: dict[Phrase, str]


@cache
def passing(code: str) -> Passing:
    """The words of a language that has some: "en" or "de"."""
    data = _data()[code]
    return Passing(
        openers=frozenset(_phrases(data["openers"])),
        closers=frozenset(_phrases(data["closers"])),
        silent=frozenset(data["silent"]),
        nominative=frozenset(data.get("nominative", ())),
        articles=frozenset(data.get("articles", ())),
        copula=frozenset(data["copula"]),
        participle=re.compile(data["participle"]),
        perfect=frozenset(data["perfect"]),
        preposition=frozenset(data["preposition"]),
        possessive=bool(data["possessive"]),
        of=data["of"],
        whether=frozenset(data["whether"]),
        same=dict(data["same"]),
        number=_operators(data["number"]),
        behind=_operators(data["behind"]),
        date=_operators(data["date"]),
    )


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("kgqa.library").joinpath("words.toml").read_text("utf-8"))


def _phrases(texts: Iterable[str]) -> Iterable[Phrase]:
    return (tuple(text.split()) for text in texts)


def _operators(table: dict[str, Sequence[str]]) -> dict[Phrase, str]:
    return {phrase: operator for operator, texts in table.items() for phrase in _phrases(texts)}
