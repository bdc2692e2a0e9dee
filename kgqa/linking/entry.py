"""Entry: one name of one term of the graph, as every index of names keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.types import TermKind

LONGEST_NAME = 300  # characters of a name that are read
LONGEST = 12  # words of a phrase that is looked up as a name


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of one term. `preferred` is False for alternative names; `identifier` for codes.

    For a value, `iri` is the property that has it and `value` the literal as the graph spells it. `classes`
    are those of an entity. `source` says who gave the name: "" is the graph itself, else a lexicon's file.
    `guessed` is a name that nobody gave: what a short one may stand for.
    """

    kind: TermKind
    iri: str
    name: str
    label: str
    preferred: bool = True
    identifier: bool = False
    classes: tuple[str, ...] = ()
    value: str | None = None
    datatype: str | None = None
    language: str = ""
    source: str = ""
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity as it is shown and as it fits: its label and its classes."""

    label: str
    classes: tuple[str, ...] = ()
