"""What passages are: text of a document or of a graph, with the place at which each piece of it stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

HEADINGS = " > "  # between the headings above a text


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: a page (0 where there are none), the headings above it, outermost first and joined
    by " > ", and the number of the paragraph.
    """

    page: int = 0
    heading: str = ""
    paragraph: int = 0

    @property
    def title(self) -> str:
        """The nearest heading."""
        return self.heading.rpartition(HEADINGS)[2]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or a row of a table, as a reader finds it. One that `repeats` says again what
    the one before says: it is there to be found.
    """

    text: str
    place: Place
    repeats: bool = False


@dataclass(frozen=True)
class Passage:
    """A piece of a document that is found as one. `document` is what a reader knows it by, `blocks` are its
    parts with their places; `iri` is the thing of the graph that it tells of, "" for none.
    """

    document: str
    blocks: tuple[Block, ...]
    iri: str = ""

    @cached_property
    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)

    @cached_property
    def told(self) -> str:
        """Its text without what is said twice."""
        return "\n".join(block.text for block in self.blocks if not block.repeats)

    @cached_property
    def sha256(self) -> str:
        """The hash of the document's name and the text, by which the record knows the passage."""
        return sha256(f"{self.document}\n{self.text}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found for a question; `score` is 1 for what is first by every way of searching.
    `paths` are what links it to the question in a graph of documents, in words.
    """

    passage: Passage
    score: float
    paths: tuple[str, ...] = ()
