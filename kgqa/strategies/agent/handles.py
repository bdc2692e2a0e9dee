"""What terms are called in one talk with a model: schema terms by their handles, things as `:e1`, `:e2` …

In: IRIs, in the order in which they are shown. Out: handles, and the IRI that a handle means. A model is
never made to write an IRI.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import count

from kgqa.prefixes import whole
from kgqa.sparql.model import Iri
from kgqa.sparql.pieces import pieces
from kgqa.strategies.agent.lines import line
from kgqa.vocabulary import Vocabulary

LONGEST = 80  # characters of a label
KEPT = 5_000  # handles with their labels: those of the schema come back in every exploration
_THING = re.compile(r"e\d+", re.IGNORECASE)
_BRACKETED = re.compile(r"<\s*:?([\w-]+)\s*>")
_IRI = re.compile(r"<([^<>\s]+)>")
_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*:[^<>\"{}|^`\\\x00-\x20]+")


class Handles:
    """The handles of one exploration. A thing keeps its handle."""

    def __init__(self, vocabulary: Vocabulary, things: Mapping[str, str] | None = None) -> None:
        """`things` are those that the card names: their handles, without colons, by IRI."""
        self.vocabulary = vocabulary
        self.placed: dict[str, Iri] = {name: Iri(iri) for iri, name in (things or {}).items()}
        self._things: dict[str, str] = {iri: f":{name}" for iri, name in (things or {}).items()}
        self._told = len(self._things)

    def of(self, iri: str) -> str:
        """The handle of a term; a thing that has none yet gets the next."""
        if not (handle := self.vocabulary.handle(iri)).startswith("<"):
            return handle
        if (known := self._things.get(iri)) is not None:
            return known
        name = next(
            n for n in map("e{}".format, count(len(self._things) - self._told + 1)) if n not in self.placed
        )
        self.placed[name] = Iri(iri)
        self._things[iri] = handle = f":{name}"
        return handle

    def adopt(self, placed: Mapping[str, Iri]) -> None:
        """Takes over things that have handles already: `e1` and so on."""
        for name, iri in placed.items():
            self.placed[name] = iri
            self._things.setdefault(iri.value, f":{name}")

    def shown(self, iri: str, label: str = "") -> str:
        """A handle with the label beside it, where that says more."""
        return _shown(self.of(iri), label)

    def iri(self, written: str) -> str | None:
        """The IRI that a model means; None for what is neither a handle nor an address. That an address is
        one of the graph's is for the graph to say.
        """
        name = written.strip().strip("<>{} ")
        if (known := self.placed.get(name.removeprefix(":"))) is not None:
            return known.value
        if _THING.fullmatch(name.removeprefix(":")):
            placed = self.placed.get(name.removeprefix(":").lower())
            return placed.value if placed else None
        if found := self.vocabulary.iri(name):
            return found
        iri = whole(name, self.vocabulary.ontology)
        return iri if _ADDRESS.fullmatch(iri) and not name.startswith(":") else None

    def bare(self, text: str) -> str:
        """A query in which handles in angle brackets stand as they should: `<:Order>` and `<e1>`."""
        return _BRACKETED.sub(lambda found: self._known(found[1]) or found[0], text)

    def coloned(self, text: str) -> str:
        """A query in which bare words that are handles have their colon."""
        return "".join(self._known(p.text) or p.text if p.kind == "word" else p.text for p in pieces(text))

    def _known(self, name: str) -> str:
        known = f":{name}" in self.vocabulary.iris or name in self.placed
        return f":{name}" if known else ""

    @staticmethod
    def is_thing(name: str) -> bool:
        """Whether a name is made as the handles of things are."""
        return bool(_THING.fullmatch(name))

    def said(self, text: str) -> str:
        """A sentence of ours with handles in the place of the IRIs of terms."""
        return _IRI.sub(lambda found: self.vocabulary.handles.get(found[1], found[0]), text)


@lru_cache(KEPT)
def _shown(handle: str, label: str) -> str:
    label = line(label, LONGEST)
    is_told = label.casefold().replace(" ", "") == handle.lstrip(":").casefold()
    return handle if not label or handle[0] != ":" or is_told else f"{handle} “{label}”"
