"""What is the same for all readings of one question: the schema, how things are named, the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kgqa.definitions.definition import Term
from kgqa.language import Language
from kgqa.linking.names import Naming
from kgqa.linking.tokens import Token, tokenise
from kgqa.linking.vocabulary import akin
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.parse.formulas.names import NOTHING, Names
from kgqa.types import Match, TermKind

SURE = 0.9  # a name is met as it is
WHOLE = ("exact", "alternative", "inflected")
AKIN = 0.6  # an akin word is enough to prefer one way over another


@dataclass(frozen=True)
class Reader:
    """One question with what it is read by. `quoted` are quoted texts: first and last token, and the words
    between the quotes; `terms` are the company's own, by name; `spoken` is all that the text may name.
    """

    schema: Schema
    naming: Naming
    lang: Language
    tokens: tuple[Token, ...]
    source: str
    quoted: tuple[tuple[int, int, str], ...] = ()
    terms: Mapping[str, Term] = field(default_factory=dict)
    spoken: Names = NOTHING

    @cached_property
    def names(self) -> frozenset[str]:
        """The properties that name things."""
        return frozenset(self.naming.all)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The properties that hold parts of names: given name, family name."""
        return frozenset(p for pair in self.naming.parts for p in pair)

    def text(self, piece: Piece) -> str:
        return " ".join(t.text for t in self.tokens[piece.first : piece.last + 1])

    def liked(self, reading: Reading) -> frozenset[str]:
        """Properties that some word of the question may name, whatever else the word means."""
        found = {m.iri for piece in reading.pieces for m in self._named(piece)}
        below = {q for p in found for q in self.schema.ontology.subproperties(p)}
        return frozenset(found | below | {q for p in found for q in self.schema.ontology.inverses(p)})

    def _named(self, piece: Piece) -> list[Match]:
        """The properties that a phrase may stand for: where it is the whole name of one, another one of the
        same things that has it in its name is not meant ("price" is no export price); and where it is the
        name of a class, none that says more of things of that class ("wards" is no ward manager).
        """
        matches = piece.matches(TermKind.PROPERTY)
        whole = [m for m in matches if m.how in WHOLE and m.score >= SURE]
        is_noun = any(m.how in WHOLE and m.score >= SURE for m in piece.matches(TermKind.CLASS))

        def is_meant(match: Match) -> bool:
            things = set(self.schema.subjects(match.iri))
            if match.how == "partial" and is_noun:
                more = self._more.get(match.iri)
                if more is None:
                    more = self._more[match.iri] = self._says_more(match.iri)
                if more:
                    return False
            return match.how != "partial" or not any(
                things <= set(self.schema.subjects(w.iri)) for w in whole
            )

        return [m for m in matches if m.score >= AKIN and is_meant(m)]

    @cached_property
    def _more(self) -> dict[str, bool]:
        """Of properties, whether they say more than the question: it is asked for each of its readings."""
        return {}

    def _says_more(self, prop: str) -> bool:
        """Whether a property that leads to things has a word of its own that is nowhere in the question:
        "ward manager" beside "wards", but not "works in ward", or "supplied by" beside "supplier".
        """
        lang, said = self.lang, [t.folded for t in self.tokens]
        small = lang.stop | lang.light_verbs | lang.fillers | lang.phrases("label_verbs")
        words = tokenise(self.schema.ontology.label(prop, lang.code))
        others = (w for w in words if not {w.folded, lang.lemma(w.text)} & small)
        return not self.schema.is_data(prop) and any(
            not any(lang.stem(w.folded) == lang.stem(s) or akin(s, w.folded) for s in said) for w in others
        )

    def word_before(self, piece: Piece) -> str:
        """The folded word before a piece; "" at the beginning."""
        return self.tokens[piece.first - 1].folded if piece.first else ""

    def word_after(self, piece: Piece) -> str:
        """The folded word after a piece; "" at the end."""
        return self.tokens[piece.last + 1].folded if piece.last + 1 < len(self.tokens) else ""
