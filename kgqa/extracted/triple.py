"""What a model says that a passage says, and what became of it.

In: nothing but values. Terms that the graph does not have get addresses of ours: the same words, the same
address.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from kgqa.language import fold
from kgqa.passages.passage import Passage, Place
from kgqa.proposed.proposal import Advice

THING, CLASS, PROPERTY = "urn:querist:thing:", "urn:querist:class:", "urn:querist:property:"
SLUG = 40  # characters
_APART = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Concept:
    """A class or a property with what it is called; `is_ours` where the graph has none of that name."""

    iri: str
    label: str
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A literal: its text as RDF writes it, and its datatype."""

    text: str
    datatype: str


@dataclass(frozen=True, slots=True)
class End:
    """A thing at one end of a triple, by its name; `kind` is the class that the model gives it."""

    name: str
    kind: Concept | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """One triple of a reply, as far as it can be read."""

    head: End
    relation: Concept
    tail: End | Value


@dataclass(frozen=True, slots=True)
class Read:
    """A passage with the triples of its reply, the model, the version of the prompt, and when that was."""

    passage: Passage
    said: tuple[Said, ...]
    model: str
    prompt: str
    at: str


class Found(StrEnum):
    """What a name turned out to be."""

    KNOWN = "in the graph"
    NEAR = "near"  # something of the graph is called much like it
    NEW = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name with what it may be. `ours` is its own address, `iri` and `label` are the thing's of the graph
    that it is, or may be; "" where there is none.
    """

    name: str
    kind: Concept | None
    ours: str
    found: Found
    iri: str = ""
    label: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A triple with where it stands, its ends, and what is advised."""

    said: Said
    read: Read
    place: Place
    head: Named
    tail: Named | Value
    advice: Advice
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All triples of some passages with their names. `notices` tell what could not be used."""

    triples: tuple[Weighed, ...] = ()
    names: tuple[Named, ...] = ()
    notices: tuple[str, ...] = field(default=())


def our_thing(name: str, kind: str) -> str:
    """The address of a thing that the graph does not have, by its name and its class."""
    whole = f"{fold(name)}\n{kind}"
    return f"{THING}{_slug(name)}-{_digest(whole)}"


def our_concept(words: str, space: str) -> Concept:
    """A class or a property of a document's own."""
    label = " ".join(words.split())
    return Concept(f"{space}{_slug(label)}", label, is_ours=True)


def _slug(text: str) -> str:
    slug = _APART.sub("-", fold(text)).strip("-")[:SLUG].strip("-")
    return slug or _digest(text)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
