"""A proposal, and what speaks for it or against it.

In: nothing but values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from kgqa.definitions.definition import Definition
from kgqa.types import TermKind


class Advice(StrEnum):
    TAKE = "take"  # it was measured, and only helps
    LOOK = "look"  # nothing was measured that speaks for it or against it
    LEAVE = "leave"  # it does harm, or can be no name


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Another name for a term: a class, a property, a thing, or a `value` of the property `iri`. `label` and
    `cls` are the term's.
    """

    name: str
    language: str
    kind: TermKind
    iri: str
    label: str
    cls: str = ""
    value: str = ""

    @property
    def term(self) -> tuple[str, str]:
        """What it names."""
        return self.iri, self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A term of the company's own, with the query for its things as the model wrote it, with whole IRIs."""

    definition: Definition
    sparql: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question that people may ask, with its query, with whole IRIs."""

    question: str
    language: str
    sparql: str


Proposal = TypeVar("Proposal", Name, Meaning, Asked)


@dataclass(frozen=True, slots=True)
class Judged(Generic[Proposal]):
    """A proposal with what is advised, and why, in words."""

    proposal: Proposal
    advice: Advice
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What replies say. `notices` tell what of them could not be used."""

    names: tuple[Name, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    questions: tuple[Asked, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How questions with known answers are answered."""

    right: int = 0
    wrong: int = 0
    left: int = 0  # no answer, or a question back


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """All proposals with their evidence. `before` and `after` count the questions of the model by how they
    are answered without names and definitions, and with those that are advised.
    """

    names: tuple[Judged[Name], ...] = ()
    meanings: tuple[Judged[Meaning], ...] = ()
    questions: tuple[Judged[Asked], ...] = ()
    before: Counts = field(default_factory=Counts)
    after: Counts = field(default_factory=Counts)
    notices: tuple[str, ...] = ()
