"""A question -> the calls that it may mean: a phrase of a function fits when every word of the question is
one of the phrase, is part of an argument, or carries nothing.

In: functions, a question with its links. Out: calls with their arguments, best first; none where a word is
left over. No model is asked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from kgqa.definitions.definition import Definition, Definitions, spoken
from kgqa.functions.function import TERMS, Amount, Function, Parameter, Slot
from kgqa.language import LANGUAGES, Language, fold
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology
from kgqa.types import Link, LinkedQuestion, Match, TermKind
from kgqa.values.quantities import quantities
from kgqa.values.units import readings

LONGEST = 40  # words of a question that names a function
CALLS = 5  # that a question may mean
SURE = 0.75  # how much like its name an argument must be
NEAR = 0.02  # scores that are as good as each other
DEFINED = "urn:querist:defined:"  # before the name of a company's own term, which has no IRI
_SIGNS = "$€£¥ "  # that stand before an amount
_PIECE = re.compile(r"\{(\w+)\}|\[([^\]]+)\]|(\S+)")
_KINDS: Mapping[Slot, frozenset[TermKind]] = {
    Slot.THING: frozenset((TermKind.ENTITY,)),
    Slot.KIND: frozenset((TermKind.CLASS,)),
    Slot.WORD: frozenset((TermKind.CLASS, TermKind.PROPERTY, TermKind.ENTITY)),
    Slot.MEASURED: frozenset((TermKind.PROPERTY, TermKind.ENTITY)),
}


@dataclass(frozen=True, slots=True)
class Filling:
    """An argument: its value, how it is called, and how sure that is. `rivals` are other terms of the same
    name; `within` are things that stand beside it and say where it is, which the graph has to bear out. Of a
    thing that is told by a value, `said`, `by` is the property that has the value.
    """

    value: Any
    said: str
    score: float = 1.0
    mention: str = ""
    rivals: tuple[Match, ...] = ()
    within: tuple[str, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that a question may mean; `words` of it stand in the phrase itself."""

    function: Function
    arguments: Mapping[str, Filling]
    words: int

    @property
    def score(self) -> float:
        return min((f.score for f in self.arguments.values()), default=1.0)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A place of a phrase: words of which one stands there, or an argument."""

    words: frozenset[str] = frozenset()
    slot: str = ""
    is_needed: bool = True


def calls_in(
    linked: LinkedQuestion,
    functions: Sequence[Function],
    ontology: Ontology,
    lang: Language,
    definitions: Definitions | None = None,
    measured: Sequence[str] = (),
) -> tuple[Asked, ...]:
    """The calls, best first. `measured` are the classes and properties of what readings are of."""
    matcher = _Matcher(linked, ontology, lang, definitions or Definitions(), frozenset(measured))
    if not 0 < len(matcher.tokens) <= LONGEST:
        return ()
    found = [
        Asked(function, arguments, words)
        for function in functions
        for phrase in phrases_of(function, lang.code)
        for arguments, words in matcher.matches(function, phrase)
    ]
    found.sort(key=lambda call: (-call.words, -call.score))
    seen: dict[tuple[object, ...], Asked] = {}
    for call in found:
        values = tuple(sorted((n, str(f.value)) for n, f in call.arguments.items()))
        seen.setdefault((call.function.name, values), call)
    return tuple(seen.values())[:CALLS]


def filled(
    parameter: Parameter,
    text: str,
    linked: LinkedQuestion,
    ontology: Ontology,
    lang: Language,
    definitions: Definitions | None = None,
    measured: Sequence[str] = (),
) -> Filling | None:
    """The argument that these words of the question are; None where they are none of its kind."""
    matcher = _Matcher(linked, ontology, lang, definitions or Definitions(), frozenset(measured))
    wanted = [token.folded for token in tokenise(text)]
    for start in range(len(matcher.tokens) - len(wanted) + 1):
        run = matcher.tokens[start : start + len(wanted)]
        if wanted and [token.folded for token in run] == wanted:
            return matcher.filling(parameter, start, start + len(wanted))
    return None


def phrases_of(function: Function, code: str) -> tuple[str, ...]:
    """The phrases of a function in a language: its own, or those of its name that are shipped."""
    own = (function.asked or {}).get(code, ())
    return own or tuple(_data(code).get("asked", {}).get(function.name, ()))


def words_of(code: str, name: str) -> frozenset[str]:
    """A list of words that the phrases of a language lean on."""
    return _words(code, name)


@cache
def _data(code: str) -> dict[str, Any]:
    short = code if code in LANGUAGES else "en"
    return tomllib.loads(files(__package__).joinpath(f"{short}.toml").read_text("utf-8"))


@cache
def _words(code: str, name: str) -> frozenset[str]:
    return frozenset(fold(word) for word in _data(code)[name].split())


@cache
def _pieces(phrase: str) -> tuple[_Piece, ...]:
    found = []
    for slot, optional, literal in _PIECE.findall(phrase):
        if slot:
            found.append(_Piece(slot=slot))
            continue
        words = frozenset(fold(w) for w in (optional or literal).strip("?!.,").split("/"))
        found.append(_Piece(words=words, is_needed=not optional))
    return tuple(found)


@dataclass
class _Matcher:
    linked: LinkedQuestion
    ontology: Ontology
    lang: Language
    definitions: Definitions
    measured: frozenset[str]
    _filled: dict[tuple[Slot, int, int], Filling | None] = field(default_factory=dict)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tokenise(self.linked.question.text)

    @cached_property
    def _empty(self) -> list[bool]:
        """Which words carry nothing."""
        words = words_of(self.lang.code, "skipped")
        return [token.folded in words for token in self.tokens]

    @cached_property
    def _spans(self) -> list[tuple[int, int, Link]]:
        """The links by the words that they cover."""
        found = []
        for link in self.linked.links:
            inside = [n for n, t in enumerate(self.tokens) if link.start <= t.start and t.end <= link.end]
            if inside:
                found.append((inside[0], inside[-1] + 1, link))
        return found

    # ── a phrase against the question ────────────────────────────────────────────────────────────

    def matches(self, function: Function, phrase: str) -> Iterator[tuple[dict[str, Filling], int]]:
        yield from self._from(function, _pieces(phrase), 0, 0, {}, 0)

    def _from(
        self,
        function: Function,
        pieces: tuple[_Piece, ...],
        place: int,
        at: int,
        filled: dict[str, Filling],
        words: int,
    ) -> Iterator[tuple[dict[str, Filling], int]]:
        if place == len(pieces):
            if all(self._empty[at:]):
                yield filled, words
            return
        piece = pieces[place]
        if not piece.is_needed:
            yield from self._from(function, pieces, place + 1, at, filled, words)
        if at >= len(self.tokens):
            return
        if piece.words:
            token = self.tokens[at]
            if token.folded in piece.words or self.lang.lemma(token.text) in piece.words:
                yield from self._from(function, pieces, place + 1, at + 1, filled, words + 1)
        elif (parameter := function.parameter(piece.slot)) is not None:
            for end in range(len(self.tokens), at, -1):
                filling = self.filling(parameter, at, end)
                if filling is not None:
                    more = {**filled, piece.slot: filling}
                    yield from self._from(function, pieces, place + 1, end, more, words)
        if self._empty[at] and not (piece.words and self.tokens[at].folded in piece.words):
            yield from self._from(function, pieces, place, at + 1, filled, words)

    # ── arguments ────────────────────────────────────────────────────────────────────────────────

    def filling(self, parameter: Parameter, start: int, end: int) -> Filling | None:
        while start < end and self._empty[start] and parameter.slot is not Slot.TEXT:
            start += 1
        while end > start and self._empty[end - 1] and parameter.slot is not Slot.TEXT:
            end -= 1
        if start == end:
            return None
        key = parameter.slot, start, end
        if key not in self._filled:
            self._filled[key] = self._found(parameter.slot, start, end)
        return self._filled[key]

    def _found(self, slot: Slot, start: int, end: int) -> Filling | None:
        said = self.linked.question.text[self.tokens[start].start : self.tokens[end - 1].end]
        if slot in TERMS:
            return self._term(slot, start, end, said)
        if slot is Slot.TEXT:
            return Filling(said, said)
        if slot is Slot.UNIT:
            units = readings(said)
            return Filling(units[0], said) if units else None
        return self._number(slot, start, end, said)

    def _number(self, slot: Slot, start: int, end: int, said: str) -> Filling | None:
        text = self.linked.question.text
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        for found in quantities(text, self.tokens, self.lang):
            whole = found.end if slot is Slot.AMOUNT else found.bare
            begins = found.start <= first and not text[found.start : first].strip(_SIGNS)
            if not begins or whole < last or text[last:whole].strip():
                continue
            value = Decimal(repr(found.value)).normalize()
            if slot is Slot.AMOUNT:
                return Filling(Amount(value, found.units), said) if found.units else None
            if slot is Slot.NUMBER:
                return Filling(value, said)
            return Filling(int(value), said) if value == value.to_integral_value() else None
        return None

    def _term(self, slot: Slot, start: int, end: int, said: str) -> Filling | None:
        """The best term in these words, if all of them speak of it."""
        best: Filling | None = None
        size = 0
        for first, last, link in self._spans:
            if not (start <= first and last <= end):
                continue
            matches = [m for m in link.matches if m.score >= SURE and self._fits(m, slot)]
            top = matches[0] if matches else None
            better = any(m.score > top.score + NEAR for m in link.matches) if top else False
            if top is None or (better and slot is not Slot.MEASURED):
                continue
            within = self._rest(top, first, last, start, end)
            if within is None or last - first <= size:
                continue
            tied = [m for m in matches[1:] if m.score > top.score - NEAR and m.iri != top.iri]
            rivals = tuple({m.iri: m for m in tied}.values())
            best, size = Filling(top.iri, top.label, top.score, link.text, rivals, within), last - first
        if best is None and slot in (Slot.THING, Slot.WORD):
            best = self._by_value(start, end)
        if best is None and slot is Slot.WORD:
            return self._defined(start, end, said)
        return best

    def _by_value(self, start: int, end: int) -> Filling | None:
        """A thing that is told by one of its values, with what that is called: “MMSI 123”."""
        for first, last, link in self._spans:
            match = link.matches[0] if link.matches else None
            if match is None or not (start <= first and last <= end):
                continue
            if (
                match.kind is not TermKind.VALUE
                or match.value is None
                or match.how not in ("exact", "identifier")
            ):
                continue
            owners = tuple(u.subject for u in self.ontology.uses_of(match.iri))
            thing = replace(match, kind=TermKind.ENTITY, classes=owners)
            if self._rest(thing, first, last, start, end) == ():
                return Filling("", match.value, match.score, link.text, by=match.iri)
        return None

    def _fits(self, match: Match, slot: Slot) -> bool:
        if match.kind not in _KINDS[slot]:
            return False
        if slot is not Slot.MEASURED:
            return True
        terms = (match.iri, *match.classes)
        return any(self._is_measured(term) for term in terms)

    def _is_measured(self, term: str) -> bool:
        return term in self.measured or any(self.ontology.is_a(term, m) for m in self.measured)

    def _rest(self, match: Match, first: int, last: int, start: int, end: int) -> tuple[str, ...] | None:
        """What stands in the other words: nothing, the kind of the thing, what its number is called, or
        things beside it. None where one of them is something else.
        """
        naming = words_of(self.lang.code, "naming")
        within: dict[str, None] = {}
        covered = set(range(first, last))
        for at, to, link in self._spans:
            if not (start <= at and to <= end) or covered.intersection(range(at, to)):
                continue
            if (match.kind is TermKind.ENTITY and any(self._is_kind_of(match, m) for m in link.matches)) or (
                match.kind is not TermKind.ENTITY and any(self._is_sort_of(match, m) for m in link.matches)
            ):
                covered.update(range(at, to))
            elif (
                match.kind is TermKind.ENTITY
                and link.matches
                and link.matches[0].kind is TermKind.ENTITY
                and link.matches[0].score >= SURE
            ):
                covered.update(range(at, to))
                within[link.matches[0].iri] = None
        left = (n for n in range(start, end) if n not in covered)
        if all(self._empty[n] or self.tokens[n].folded in naming for n in left):
            return tuple(within)
        return None

    def _is_kind_of(self, thing: Match, other: Match) -> bool:
        """Whether a word says what a thing is, or what its number or name is called ("MMSI 123")."""
        if other.kind is TermKind.CLASS:
            return any(self.ontology.is_a(cls, other.iri) for cls in thing.classes)
        if other.kind is not TermKind.PROPERTY:
            return False
        return thing.how == "identifier" if thing.value is None else other.iri == thing.iri

    def _is_sort_of(self, term: Match, other: Match) -> bool:
        """Whether a word says what a class is a kind of ("the land use type Commercial")."""
        return other.kind is TermKind.CLASS and self.ontology.is_a(term.iri, other.iri)

    def _defined(self, start: int, end: int, said: str) -> Filling | None:
        """A term of the company's own."""
        tokens = self.tokens[start:end]
        found: Definition | None = next(
            (d for d in self.definitions.every if (0, len(tokens) - 1) in spoken(d, tokens, self.lang)), None
        )
        return Filling(DEFINED + found.name, found.name, 1.0, said) if found else None
