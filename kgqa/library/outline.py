"""What a question says besides the places that may be filled: two questions with the same outline ask the
same of what stands in their places.

In: a linked question and its places. Out: an Outline. It keeps every word but those of `words.toml`, in their
order, brought to their base form; a word that names a class, or a property with plain values, is as good as
another name of it. The names of properties between things are not exchanged: "head of" and "headed by" may
both be names of one, and lead opposite ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from kgqa.language import Language
from kgqa.library.said import Filling, Piece, Place, pieces_of
from kgqa.library.units import Outline, Unit
from kgqa.library.words import Passing, Phrase, passing
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology, PropertyKind
from kgqa.types import Link, LinkedQuestion, Match, TermKind

SURE = 0.85  # a name that is less like a class is another word
_TIED = 0.02
_NAMED = ("exact", "alternative", "identifier", "inflected")
_SLIPPED = "fuzzy"


def outline(linked: LinkedQuestion, places: Sequence[Place], ontology: Ontology, lang: Language) -> Outline:
    """The outline of a question with these places, which stand apart and in their order."""
    pieces, whether = pieces_of(linked.question.text, places, lang)
    units = _Units(linked, ontology, lang, passing(lang.code), pieces).all()
    return Outline(lang.code, whether, tuple(units))


class _Units:
    """Pieces -> units."""

    def __init__(
        self,
        linked: LinkedQuestion,
        ontology: Ontology,
        lang: Language,
        known: Passing,
        pieces: list[Piece],
    ) -> None:
        self.linked, self.ontology, self.lang, self.known, self.pieces = linked, ontology, lang, known, pieces

    def all(self) -> list[Unit]:
        units: list[Unit] = []
        at = 0
        while at < len(self.pieces):
            size, found = self._at(at, units)
            units += found
            at += size
        return self._owned(units)

    def _at(self, at: int, before: list[Unit]) -> tuple[int, list[Unit]]:
        """How many pieces the next units are of, and the units."""
        piece = self.pieces[at]
        if piece.place:
            return self._placed(at)
        for table, filling in ((self.known.number, Filling.NUMBER), (self.known.date, Filling.DATE)):
            for size in (4, 3, 2, 1):
                operator = table.get(self._words(at, size))
                if operator and self._filling(at + size) is filling:
                    is_plain = filling is Filling.DATE and operator == "="  # "in 2024", "last year"
                    return size, [] if is_plain else [Unit(words=(operator,))]
        if size := self._count(at):
            return size, [Unit(words=("#count",))]
        if link := self._named(at):
            size = sum(link.start <= p.token.start < link.end for p in self.pieces[at:])
            terms = self._terms(link)
            is_said = self._says_what_it_is(at, size, terms)
            words = [w for i in range(at, at + size) for u in self._word(i, before) for w in u.words]
            return size, [] if is_said else [Unit(words=tuple(words), terms=terms)]
        return 1, self._word(at, before)

    def _placed(self, at: int) -> tuple[int, list[Unit]]:
        """A place; what limits a number behind it stands before it as well ("20 kg or more")."""
        place = self.pieces[at].place
        assert place is not None  # noqa: S101  # for the type
        for size in (3, 2) if place.filling is Filling.NUMBER else ():
            if operator := self.known.behind.get(self._words(at + 1, size)):
                return size + 1, [Unit(words=(operator,)), Unit(place=place.filling)]
        return 1, [Unit(place=place.filling)]

    def _words(self, at: int, size: int) -> Phrase:
        return tuple(p.word for p in self.pieces[at : at + size])

    def _filling(self, at: int) -> Filling | None:
        place = self.pieces[at].place if at < len(self.pieces) else None
        return place.filling if place else None

    def _count(self, at: int) -> int:
        phrases = self.lang.phrases("count_phrases")
        return next(
            (
                n
                for n in (4, 3, 2, 1)
                if " ".join(self._words(at, n)) in phrases and at + n <= len(self.pieces)
            ),
            0,
        )

    # ── names of classes and properties ──────────────────────────────────────────────────────────

    def _named(self, at: int) -> Link | None:
        """The longest phrase from here on that names classes, or properties with plain values, alone."""
        token = self.pieces[at].token
        found = [
            n for n in self.linked.links if n.start == token.start and self._is_free(n) and self._terms(n)
        ]
        return max(found, key=lambda n: n.end, default=None)

    def _is_free(self, link: Link) -> bool:
        return not any(p.place and p.place.start < link.end and link.start < p.place.end for p in self.pieces)

    def _terms(self, link: Link) -> frozenset[str]:
        """What a phrase names for sure; () where that may be a property between things, or a thing."""
        sorts = (TermKind.CLASS, TermKind.PROPERTY)
        if any(_measures(t, self.lang) for t in tokenise(link.text)):
            return frozenset()  # "taller" and "shorter" name the same height
        known = [m for m in link.matches if m.kind in sorts and self._is_sure(m, link)]
        best = max((m.score for m in known), default=0.0)
        tied = [m for m in known if m.score >= best - _TIED]
        if any(m.kind is TermKind.PROPERTY and not self._is_plain(m.iri) for m in tied):
            return frozenset()
        return frozenset(m.iri for m in tied)

    def _is_sure(self, match: Match, link: Link) -> bool:
        if match.score < SURE or match.edges:
            return False
        if match.how == _SLIPPED:
            return match.kind is TermKind.CLASS and not self.lang.knows(link.text)
        return match.how in _NAMED

    def _is_plain(self, iri: str) -> bool:
        prop = self.ontology.properties.get(iri)
        uses = self.ontology.uses_of(iri)
        if prop is not None and prop.kind is not PropertyKind.UNKNOWN:
            return prop.kind is PropertyKind.DATA or (bool(uses) and all(u.literal for u in uses))
        return bool(uses) and all(u.literal for u in uses)

    def _says_what_it_is(self, at: int, size: int, terms: frozenset[str]) -> bool:
        """Whether a class stands right beside a thing that is of it: "the Harbour Hub project"."""
        beside = [self.pieces[i].place for i in (at - 1, at + size) if 0 <= i < len(self.pieces)]
        return any(place and terms and all(self._is_of(place.classes, t) for t in terms) for place in beside)

    def _is_of(self, classes: Iterable[str], cls: str) -> bool:
        return any(self.ontology.is_a(c, cls) for c in classes)

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _word(self, at: int, before: list[Unit]) -> list[Unit]:
        token, known = self.pieces[at].token, self.known
        word = known.same.get(token.folded, token.folded)
        if word in known.copula:
            return [Unit(words=("#be",))] if self._is_passive(at) else []
        if word in known.perfect and at + 1 < len(self.pieces) and self._is_participle(self.pieces[at + 1]):
            return []
        if word in known.silent:
            return []
        if word in known.articles:
            is_led = bool(before) and before[-1].word in known.preposition
            is_object = bool(before) and before[0].word in known.nominative
            return [] if is_led or is_object else [Unit(words=(word,))]
        return [Unit(words=(self._base(token, word),))]

    def _is_passive(self, at: int) -> bool:
        """Whether a verb in the form of a participle follows, so that who acts and who bears it change."""
        for piece in self.pieces[at + 1 :]:
            if not piece.place and piece.word not in self.known.silent:
                return self._is_participle(piece)
        return False

    def _is_participle(self, piece: Piece) -> bool:
        lemma, word = self.lang.lemma(piece.token.text), piece.word
        is_form = bool(word) and lemma != word and bool(self.known.participle.match(word))
        return is_form and not _measures(piece.token, self.lang)

    def _base(self, token: Token, word: str) -> str:
        """The base form of a word; of words that say what to do, and of degrees, the form counts."""
        lang = self.lang
        if word != token.folded or word in lang.stop or word in _telling(lang):
            return word
        lemma = lang.lemma(token.text)
        if lemma in lang.adjectives and lemma != word:
            return lemma + _degree(word, lang)
        if lang.code == "de" and self.known.participle.match(word) and not lemma.startswith("ge"):
            return f"{lemma}#ge"
        return lemma

    def _owned(self, units: list[Unit]) -> list[Unit]:
        """“Ada's manager” as "manager of Ada", where that is how the question ends."""
        if not self.known.possessive:
            return units
        places = [n for n, u in enumerate(units) if u.place]
        owners = [p.place for p in self.pieces if p.place]
        for n, place in zip(places, owners, strict=True):
            tail = units[n + 1 :]
            is_owner = self.linked.question.text[place.end : place.end + 2].casefold() in (
                "'s",
                "\u2019s",
                "' ",
                "\u2019 ",
            )
            if is_owner and tail and not any(u.place or u.word in self.known.preposition for u in tail):
                return [*units[:n], *tail, Unit(words=(self.known.of,)), units[n]]
        return units


def _measures(token: Token, lang: Language) -> bool:
    """Whether a word says how much, or more or less of what."""
    return lang.lemma(token.text) in lang.adjectives or token.folded in _telling(lang)


def _degree(word: str, lang: Language) -> str:
    """“cheapest” and "cheaper" are no "cheap"."""
    if lang.ends_as_superlative(word):
        return "#most"
    return "#more" if re.search(r"er(?:e[mnrs]?)?$", word) else ""


@cache
def _telling(lang: Language) -> frozenset[str]:
    """Words that say what to do, whose very form counts."""
    tables = ("superlative", "aggregate", "comparison", "degree", "comparative")
    lists = ("telling", "negation", "who", "where", "when")
    return frozenset().union(*(lang.table(t) for t in tables), *(lang.phrases(n) for n in lists))
