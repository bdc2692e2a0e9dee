"""Pieces of a question -> drafts of what it asks: its focus first, then every name joined to what is there.

In: one segmentation with one meaning chosen for each phrase. Out: the best drafts; nothing is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.language import Language, fold
from kgqa.linking.names import Naming
from kgqa.linking.tokens import Token
from kgqa.ontology import RDF_TYPE, XSD, PropertyKind
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import (
    BEAM,
    Draft,
    Spot,
    attach_thing,
    best,
    join,
    thing_of,
    with_literal,
    with_value,
)
from kgqa.strategies.interpret.form import Fact, Filter, Kind, Literal, Thing
from kgqa.strategies.interpret.pieces import Piece, Segmentation
from kgqa.strategies.interpret.schema import Path, Schema
from kgqa.types import Match, TermKind

CLOSE = 0.16  # a meaning that scores this much below the best is still worth a try
MOST_MEANINGS, MOST_READINGS = 4, 24
_LIGHT = 0.85  # a cut that explains this much less than the best is not tried
_KINDS = (TermKind.CLASS, TermKind.PROPERTY, TermKind.ENTITY, TermKind.VALUE)


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a phrase. `rivals` are other things of the same name that fit as well."""

    match: Match
    values: tuple[Literal, ...] = ()

    @property
    def kind(self) -> TermKind:
        return self.match.kind


@dataclass(frozen=True, slots=True)
class Reading:
    """A segmentation with a meaning for each of its phrases (by piece number)."""

    segmentation: Segmentation
    meanings: dict[int, Meaning]
    score: float  # mean of the meanings' scores, 0..1

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.segmentation.pieces

    def cue(self, *wanted: Cue) -> Iterator[tuple[int, Found]]:
        for n, piece in enumerate(self.pieces):
            if piece.found and piece.found.cue in wanted:
                yield n, piece.found


def best_readings(cuts: list[Segmentation]) -> list[Reading]:
    """The best combinations of a segmentation and a meaning for each phrase, best first."""
    found: list[Reading] = []
    for cut in cuts:
        if cut.weight < _LIGHT * cuts[0].weight:
            break
        terms = [(n, _meanings(p)) for n, p in enumerate(cut.pieces) if p.link]
        for combination in islice(product(*(m for _, m in terms)), MOST_READINGS * 8):
            chosen = {n: meaning for (n, _), meaning in zip(terms, combination, strict=True)}
            score = sum(m.match.score for m in combination) / len(combination) if combination else 1.0
            found.append(
                Reading(cut, chosen, score * (cut.weight / cuts[0].weight if cuts[0].weight else 1.0))
            )
    found.sort(key=lambda r: -r.score * r.segmentation.weight)
    return found[:MOST_READINGS]


def _meanings(piece: Piece) -> list[Meaning]:
    if piece.link is None:
        return []
    matches = [m for m in piece.link.matches if m.score >= piece.link.matches[0].score - CLOSE]
    found: list[Meaning] = []
    for kind in _KINDS:
        of_kind = [m for m in matches if m.kind is kind]
        if kind is TermKind.VALUE:
            found += [Meaning(m, (literal_of(m),)) for m in of_kind[:MOST_MEANINGS]]
        else:
            found += [Meaning(m) for m in of_kind[:MOST_MEANINGS]]
    found.sort(key=lambda m: -m.match.score)
    return found[: MOST_MEANINGS + 2]


def literal_of(match: Match) -> Literal:
    datatype = match.datatype or ""
    return Literal(match.value or "", "" if datatype == XSD + "string" else datatype, match.language or "")


class Reader:
    """Reads one question: what is the same for all its readings."""

    def __init__(
        self, schema: Schema, naming: Naming, lang: Language, tokens: tuple[Token, ...], source: str
    ) -> None:
        self.schema, self.naming, self.lang, self.tokens = schema, naming, lang, tokens
        self.names = frozenset(naming.all)
        self.parts = frozenset(p for pair in naming.parts for p in pair)
        self.source = source
        self.quoted: tuple[tuple[int, int, str], ...] = ()

    def drafts(self, reading: Reading, seeds: list[Draft] | None = None) -> list[Draft]:
        """The best drafts of a reading, every name of the question joined; to `seeds` where there are any."""
        liked = self.liked(reading)
        drafts = seeds or self.focused(reading)
        for n in self._order(reading):
            following: list[Draft] = []
            for draft in drafts:
                following += self._placed(draft, n, reading, liked)
            drafts = best(following) or [
                replace(d, unmet=(*d.unmet, self.text(reading.pieces[n]))) for d in drafts
            ]
        return drafts

    def text(self, piece: Piece) -> str:
        return " ".join(t.text for t in self.tokens[piece.first : piece.last + 1])

    def liked(self, reading: Reading) -> frozenset[str]:
        """Properties that some word of the question may name, whatever else the word means."""
        found = {
            m.iri
            for piece in reading.pieces
            for m in piece.matches(TermKind.PROPERTY)
            if m.score >= 0.6  # noqa: PLR2004  # an akin word is enough to prefer one way over another
        }
        below = {q for p in found for q in self.schema.ontology.subproperties(p)}
        return frozenset(found | below | {q for p in found for q in self.schema.ontology.inverses(p)})

    # ── focus ────────────────────────────────────────────────────────────────────────────────────

    def focused(self, reading: Reading) -> list[Draft]:
        """Drafts that hold what is asked for, by the question's first words."""
        kind = self._kind(reading)
        draft = Draft(kind=kind)
        head = self._head(reading)
        if kind is Kind.ASK:
            return self._anchored(draft, reading)
        who = any(True for _ in reading.cue(Cue.WHO))
        if head is None:
            return [draft]
        if any(True for _ in reading.cue(Cue.WHEN, Cue.WHERE, Cue.AMOUNT)):
            return self._anchored(draft, reading)
        n, meaning = head
        if meaning.kind is TermKind.CLASS and not (who and not self._is_person(meaning.match.iri)):
            return [self._class_focus(draft, n, meaning, reading)]
        if meaning.kind is TermKind.PROPERTY and not (who and self.schema.is_data(meaning.match.iri)):
            return self._property_focus(draft, n, meaning, reading, who=who)
        if who:
            return [_with_open(draft, "person", self._people())]
        if meaning.kind in (TermKind.ENTITY, TermKind.VALUE):
            return self._name_focus(draft, n, meaning, reading)
        return [draft]

    def _kind(self, reading: Reading) -> Kind:
        if any(True for _ in reading.cue(Cue.YES_NO)) and not any(
            True for _ in reading.cue(Cue.COUNT, Cue.WHO, Cue.WHERE, Cue.WHEN)
        ):
            return Kind.ASK
        count = next(reading.cue(Cue.COUNT), None)
        terms = list(reading.meanings)
        if count and (not terms or count[0] < terms[0]):
            return Kind.COUNT
        return Kind.LIST

    def _head(self, reading: Reading) -> tuple[int, Meaning] | None:
        """The first phrase that is not what a grouping or a negation is about."""
        named = [n for n in reading.meanings if not self._is_skipped(n, reading)] or list(reading.meanings)
        if not named:
            return None
        n = named[0]
        if reading.meanings[n].kind in (TermKind.ENTITY, TermKind.VALUE):
            # "Norwegian suppliers": the noun behind the name is asked for
            following = next((k for k in named[1:] if reading.meanings[k].kind is TermKind.CLASS), None)
            if following is not None:
                gap = reading.pieces[following].first - reading.pieces[n].last
                if gap == 1 or not any(True for _ in reading.cue(*_QUESTIONS)):
                    n = following
        return n, reading.meanings[n]

    def _is_skipped(self, n: int, reading: Reading) -> bool:
        """Whether a phrase is what a grouping is about: "per department", "for each product"."""
        before = reading.pieces[n - 1] if n else None
        return bool(
            before
            and before.found
            and before.found.cue is Cue.GROUP
            and (
                before.first <= 1 or self.tokens[before.first].folded in ("each", "every", "per", "pro", "je")
            )
        )

    def _class_focus(self, draft: Draft, n: int, meaning: Meaning, reading: Reading) -> Draft:
        spot = self.class_spot(draft, meaning.match.iri, reading.pieces[n].last)
        return replace(draft.add(spot), focus=(str(spot.node),)).use(n)

    def class_spot(self, draft: Draft, iri: str, at: int) -> Spot:
        return Spot(draft.fresh(self.schema.ontology.label(iri)), (iri,), at=at, named=True)

    def _property_focus(
        self, draft: Draft, n: int, meaning: Meaning, reading: Reading, *, who: bool
    ) -> list[Draft]:
        """“What is the price of …”: the value; “who leads …”: the other end."""
        prop, at = meaning.match.iri, reading.pieces[n].last
        if self.schema.is_data(prop):
            drafts = []
            for subject in self._subject_groups(prop):
                owner = Spot("owner", subject, open=True)
                value = Spot(draft.fresh(self.schema.ontology.label(prop)), (), at=at, data=True, named=True)
                owner = replace(owner, node=replace(draft, spots=(value,)).fresh(self._class_hint(subject)))
                made = draft.add(owner).add(value, Fact(owner.node, prop, value.node))
                drafts.append(replace(made, focus=(str(value.node),)).use(n))
            return drafts
        subjects, objects = self.schema.subjects(prop), self.schema.objects(prop)
        one = Spot(draft.fresh(self._class_hint(subjects)), subjects, open=True)
        held = draft.add(one)
        other = Spot(held.fresh(self.schema.ontology.label(prop)), objects, at=at, open=True)
        stated, straight = self.schema.stated(prop)
        fact = Fact(one.node, stated, other.node) if straight else Fact(other.node, stated, one.node)
        both = held.add(other, fact).use(n)
        forward = replace(both, focus=(str(other.node),))
        backward = replace(both, focus=(str(one.node),))
        nominal = self._is_nominal(reading.pieces[n], prop)
        if who:  # a person is asked for
            forward = forward.dearer(0.0 if any(self._is_person(c) for c in objects) else 2.0)
            backward = backward.dearer(0.0 if any(self._is_person(c) for c in subjects) else 2.0)
        if who and not nominal:
            return [backward, forward.dearer(0.3)]
        return [forward, backward.dearer(0.5)]

    def _is_nominal(self, piece: Piece, prop: str) -> bool:
        """Whether the phrase names a thing ("the manager of") rather than an act ("leads")."""
        before = self.tokens[piece.first - 1].folded if piece.first else ""
        after = self.tokens[piece.last + 1].folded if piece.last + 1 < len(self.tokens) else ""
        return (
            before in _ARTICLES
            or before in _EACH
            or after in ("of", "von", "for")
            or self.schema.ontology.label(prop).startswith("has ")
        )

    def _name_focus(self, draft: Draft, n: int, meaning: Meaning, reading: Reading) -> list[Draft]:
        """“The cheapest Encoder”: a name in the place of a noun asks for the things that carry it."""
        piece = reading.pieces[n]
        before = reading.pieces[n - 1].found if n else None
        asked_for = before is not None and before.cue in (Cue.SUPERLATIVE, Cue.COUNT)
        others = [m for k, m in reading.meanings.items() if k != n]
        asks_property = any(m.kind in (TermKind.PROPERTY, TermKind.CLASS) for m in others)
        wants_things = any(True for _ in reading.cue(Cue.ASK)) and not asks_property
        if not (asked_for or wants_things):
            return self._anchored(draft, reading)
        if meaning.kind is TermKind.VALUE:
            starts: Iterable[tuple[str, ...]] = [(c,) for c in self.schema.subjects(meaning.match.iri)]
        else:
            hops = [h for c in meaning.match.classes for h in self.schema.steps(c) if not h.forward]
            starts = [(c,) for c in dict.fromkeys(h.to for h in hops)]
        drafts = []
        for classes in list(starts)[:BEAM]:
            spot = Spot(draft.fresh(self._class_hint(classes)), classes, at=piece.last)
            drafts.append(replace(draft.add(spot), focus=(str(spot.node),)))
        return drafts or self._anchored(draft, reading)

    def _anchored(self, draft: Draft, reading: Reading) -> list[Draft]:
        """Nothing to ask for yet: the first thing that is named holds the rest."""
        order = sorted(reading.meanings.items(), key=lambda item: (_ANCHOR_RANK[item[1].kind], item[0]))
        for n, meaning in order:
            piece = reading.pieces[n]
            if meaning.kind is TermKind.ENTITY:
                spot = thing_of(meaning.match.iri, meaning.match.classes, piece.last)
                return [draft.add(spot).use(n)]
            if meaning.kind is TermKind.CLASS:
                spot = self.class_spot(draft, meaning.match.iri, piece.last)
                return [draft.add(spot).use(n)]
        for _, meaning in order:
            subjects = self._subject_groups(meaning.match.iri)
            return [_with_open(draft, self._class_hint(s), s) for s in subjects]
        return [draft]

    def _subject_groups(self, prop: str) -> list[tuple[str, ...]]:
        """The classes that have a property, together: a name that follows says which of them is meant."""
        return [self.schema.subjects(prop)]

    def _class_hint(self, classes: tuple[str, ...]) -> str:
        return self.schema.common(classes)

    def _people(self) -> tuple[str, ...]:
        found = [c for c in self.schema.ontology.classes if self._is_person(c, strict=True)]
        tops = [c for c in found if not any(o != c and self.schema.ontology.is_a(c, o) for o in found)]
        return tuple(sorted(tops))

    def _is_person(self, iri: str, *, strict: bool = False) -> bool:
        words = self.lang.phrases("person_words")
        ontology = self.schema.ontology
        for cls in ontology.superclasses(iri):
            thing = ontology.classes.get(cls)
            names = {fold(n.text) for n in thing.names} if thing else set()
            if names & words or fold(ontology.label(cls)) in words:
                return True
        return not strict and not self._people()

    # ── placing ──────────────────────────────────────────────────────────────────────────────────

    def _order(self, reading: Reading) -> list[int]:
        """Classes hold the pattern together, so they come first; then things and values; then properties."""
        rank = {TermKind.CLASS: 0, TermKind.ENTITY: 1, TermKind.VALUE: 1, TermKind.PROPERTY: 2}
        return sorted(reading.meanings, key=lambda n: (rank[reading.meanings[n].kind], n))

    def _placed(self, draft: Draft, n: int, reading: Reading, liked: frozenset[str]) -> list[Draft]:
        """The ways to place piece `n`; none when there is no way."""
        if n in draft.used:
            return [draft]
        meaning, piece = reading.meanings[n], reading.pieces[n]
        if meaning.kind is TermKind.PROPERTY:
            return self._placed_property(draft, n, reading, liked)
        if meaning.kind is TermKind.CLASS and self._is_apposition(n, reading):
            return [draft.use(n)]
        if meaning.kind is TermKind.CLASS and (typed := self._typed(draft, n, reading)):
            return [typed]
        drafts: list[Draft]
        if meaning.kind is TermKind.VALUE:
            alternatives = self._alternatives(draft, n, reading)
            if alternatives:
                return alternatives
            drafts = with_value(draft, meaning.match.iri, meaning.values, self.schema, liked, piece.last)
            if meaning.match.iri in self.parts and meaning.match.iri not in liked:
                drafts = [d.dearer(PART) for d in drafts]  # a surname alone means the person
        else:
            if meaning.kind is TermKind.ENTITY:
                alternatives = self._alternatives(draft, n, reading)
                if alternatives:
                    return alternatives
                spot = thing_of(meaning.match.iri, meaning.match.classes, piece.last)
            else:
                spot = self.class_spot(draft, meaning.match.iri, piece.last)
            if not draft.spots:
                return [draft.add(spot).use(n)]
            drafts = attach_thing(draft, spot, self.schema, liked, self._bias(n, reading))
        return [d.use(n) for d in drafts]

    def _typed(self, draft: Draft, n: int, reading: Reading) -> Draft | None:
        """“Is Ada a manager?”: the class is what is asked about the one thing that is named."""
        piece = reading.pieces[n]
        before = self.tokens[piece.first - 1].folded if piece.first else ""
        things = [s for s in draft.spots if isinstance(s.node, Thing)]
        if draft.kind is not Kind.ASK or before not in _A or len(draft.spots) != 1 or not things:
            return None
        spot = Spot("class", (meaning := reading.meanings[n].match.iri,), data=True)
        values = tuple(Thing(c) for c in sorted(self.schema.ontology.subclasses(meaning)))
        fact = Fact(things[0].node, RDF_TYPE, "class")
        return replace(draft.add(spot, fact), filters=(Filter("class", "in", values),)).use(n)

    def _is_apposition(self, n: int, reading: Reading) -> bool:
        """“the harbour hub project”, “the project Harbour Hub”: the class of the name beside it."""
        piece, cls = reading.pieces[n], reading.meanings[n].match.iri
        for k, meaning in reading.meanings.items():
            other = reading.pieces[k]
            gap = piece.first - other.last if k < n else other.first - piece.last
            if meaning.kind is TermKind.ENTITY and gap == 1 and k != n:
                if any(self.schema.ontology.is_a(c, cls) for c in meaning.match.classes):
                    return True
        return False

    def _placed_property(self, draft: Draft, n: int, reading: Reading, liked: frozenset[str]) -> list[Draft]:
        """A property whose edge is there already has been said; another one is added only where it must."""
        prop = reading.meanings[n].match.iri
        kin = self.schema.ontology.subproperties(prop) | self.schema.ontology.inverses(prop) | {prop}
        straight = self.schema.stated(prop)[1]
        if draft.properties & kin:
            return [draft.use(n)]
        if self.schema.is_data(prop):
            return [draft]  # what is done with a value is for the cues to say
        found = []
        for spot in draft.spots:
            if spot.data:
                continue
            for path in self.schema.hops_from(spot.classes, liked):
                if path.hops[0].property in kin:
                    at = reading.pieces[n].last
                    joined, end = join(draft, spot, path, None, self.schema, at=at)
                    if not joined.focus and joined.kind is Kind.LIST and isinstance(end.node, str):
                        joined = replace(joined, focus=(end.node,))
                    found.append(joined.use(n).dearer(0.1 if path.hops[0].forward == straight else 0.4))
        if not self._is_nominal(reading.pieces[n], prop):  # the edges that are there may say what is done
            found.append(draft.use(n).dearer(0.15 if self._is_inflected(reading.pieces[n]) else 0.6))
        return best(found)

    def _is_inflected(self, piece: Piece) -> bool:
        token = self.tokens[piece.first]
        return self.lang.lemma(token.text) != token.folded

    def _alternatives(self, draft: Draft, n: int, reading: Reading) -> list[Draft]:
        """“French or German”: the second of two names of one kind widens the first's fact."""
        joined = self._joined_with(n, reading)
        if joined is None or joined not in draft.used:
            return []
        one, two = reading.meanings[joined], reading.meanings[n]
        first: Thing | Literal
        second: Thing | Literal
        if one.kind is TermKind.ENTITY and two.kind is TermKind.ENTITY:
            first, second = Thing(one.match.iri), Thing(two.match.iri)
        elif one.kind is TermKind.VALUE and two.kind is TermKind.VALUE and one.match.iri == two.match.iri:
            first, second = one.values[0], two.values[0]
        else:
            return []
        for condition in draft.filters:
            if condition.operator == "in" and first in condition.values:
                wider = replace(condition, values=(*condition.values, second))
                filters = tuple(wider if f is condition else f for f in draft.filters)
                return [replace(draft, filters=filters).use(n)]
        for fact in draft.facts:
            if fact.object == first:
                variable = draft.fresh(self.schema.ontology.label(fact.property))
                facts = tuple(replace(f, object=variable) if f is fact else f for f in draft.facts)
                spots = tuple(s for s in draft.spots if s.node != first)
                spot = Spot(
                    variable, one.match.classes, at=reading.pieces[n].last, data=isinstance(first, Literal)
                )
                condition = Filter(variable, "in", (first, second))
                made = replace(draft, facts=facts, spots=(*spots, spot), filters=(*draft.filters, condition))
                return [made.use(n)]
        return []

    def _joined_with(self, n: int, reading: Reading) -> int | None:
        """The term that stands before `n` with "or" (or "and", or a comma) between them."""
        before = [k for k in reading.meanings if k < n]
        if not before:
            return None
        left, right = reading.pieces[before[-1]], reading.pieces[n]
        between = [t.folded for t in self.tokens[left.last + 1 : right.first]]
        if any(w in self.lang.phrases("disjunction") for w in between) and len(between) <= _SHORT:
            return before[-1]
        return None

    def _bias(self, n: int, reading: Reading) -> Callable[[Spot, Path], float]:
        """What speaks against a path by the order of the words: who does it, and to whom."""
        piece = reading.pieces[n]
        named = [
            (p, m)
            for k, p in enumerate(reading.pieces)
            for m in p.matches(TermKind.PROPERTY)
            if k != n and not self.schema.is_data(m.iri)
        ]

        def bias(_: Spot, path: Path) -> float:
            last = path.hops[-1]
            for phrase, match in named:
                if match.iri == last.property or last.property in self.schema.ontology.inverses(match.iri):
                    patient = self._is_patient(piece, phrase)
                    is_object = last.forward
                    wants_object = patient != self._object_acts(last.property)
                    return 0.0 if is_object == wants_object else 0.4
            return 0.0

        return bias

    def _is_patient(self, piece: Piece, phrase: Piece) -> bool:
        """Whether a name undergoes what the phrase says: after an active verb, or after "manager of"."""
        after = phrase.last < piece.first
        between = {t.folded for t in self.tokens[phrase.last + 1 : piece.first]} if after else set()
        passive = bool(between & {"by", "von", "durch"}) or self.tokens[phrase.last].folded in ("by", "von")
        possessive = not after and self._possessive(piece)
        return (after and not passive) or possessive

    def _possessive(self, piece: Piece) -> bool:
        end = self.tokens[piece.last].end
        following = self.tokens[piece.last + 1].start if piece.last + 1 < len(self.tokens) else end
        return following - end > 1 and piece.last + 1 < len(self.tokens)

    def _object_acts(self, prop: str) -> bool:
        """Whether the object of a property is the one that acts: "has manager", "supplier", "led by"; not
        "leads", "reports to", "member of".
        """
        label = fold(self.schema.ontology.label(prop, self.lang.code))
        words = label.split()
        for cls in self.schema.objects(prop):  # "part of department" is "part of" with its object
            noun = fold(self.schema.ontology.label(cls, self.lang.code)).split() if cls else []
            if noun and len(words) > len(noun) and words[-len(noun) :] == noun:
                words = words[: -len(noun)]
                break
        if label.startswith("has ") or words[-1] in ("by", "von"):
            return True
        if words[-1] in ("of", "to", "in", "at", "for", "on", "an", "fur"):
            return False
        return self.lang.lemma(words[0]) == words[0]


_ARTICLES = frozenset(
    ("the", "a", "an", "our", "their", "his", "her", "its", "der", "die", "das", "den", "dem", "unser")
)
_EACH = frozenset(("per", "by", "each", "every", "pro", "je", "jede", "jeden", "jedes"))
_ANCHOR_RANK = {TermKind.ENTITY: 0, TermKind.CLASS: 1, TermKind.VALUE: 2, TermKind.PROPERTY: 3}
_A = frozenset(("a", "an", "ein", "eine", "einen"))
_QUESTIONS = (Cue.ASK, Cue.COUNT, Cue.WHO, Cue.WHEN, Cue.WHERE, Cue.AMOUNT, Cue.YES_NO)
PART = 3.0
_SHORT = 3  # words between two alternatives


def _with_open(draft: Draft, hint: str, classes: tuple[str, ...]) -> Draft:
    spot = Spot(draft.fresh(hint), classes, open=True)
    return replace(draft.add(spot), focus=(str(spot.node),))


__all__ = ["Meaning", "PropertyKind", "Reader", "Reading", "with_literal"]
