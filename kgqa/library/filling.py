"""A question and a template of its shape -> the template's query with the question's own things, numbers,
dates and texts.

In: a linked question, a template. Out: fillings, best first, or nothing where the question says anything that
the template does not, or leaves anything out, or names what does not fit. Abstaining costs little here, a
verified query for another question much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, product

from kgqa.language import Language
from kgqa.library.offers import Offer, date, number
from kgqa.library.outline import outline
from kgqa.library.said import Filling, Place
from kgqa.library.shape import Gap, Template, Want
from kgqa.library.slots import LiteralSlot, ThingSlot, classes_at
from kgqa.library.units import Outline
from kgqa.library.values import Period, amounts, periods
from kgqa.linking.mentions import QUOTED, is_empty
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import Iri, Lit, ParsedQuery, Select
from kgqa.types import Link, LinkedQuestion, Match, Pin, TermKind
from kgqa.values.quantities import Quantity

NAMED = 0.8  # a name that is less like the thing may be another's
BEHIND = 0.05  # a thing that fits and whose name is so much less like it is not the one that is named
TIED = 0.02
OTHER_CLASS = 0.98  # of a thing that has the same property, and not the class of the one in the pair
MOST_TRIED = 300  # ways to lay the gaps over the question
MOST_THINGS = 6  # of one name


@dataclass(frozen=True, slots=True)
class Filled:
    """A query with its gaps filled, how surely (0..1), and what was chosen for each name."""

    query: ParsedQuery
    sureness: float
    pins: tuple[Pin, ...] = ()
    values: tuple[str, ...] = ()


class Filler:
    """One question, to be held against many templates."""

    def __init__(self, linked: LinkedQuestion, ontology: Ontology, lang: Language) -> None:
        self.linked, self.ontology, self.lang = linked, ontology, lang
        self.text = linked.question.text
        self._outlines: dict[tuple[Place, ...], Outline] = {}

    def fill(self, template: Template) -> tuple[Filled, ...]:
        """The fillings of a template: several where a name means several things; () where it is another
        question.
        """
        if not self._means_the_same_days(template):
            return ()
        offers = [self._offers(gap) for gap in template.gaps]
        alike: list[tuple[Place, ...]] = []
        for places in islice(self._layouts(offers), MOST_TRIED):
            is_first = not alike or _spans(places) == _spans(alike[0])  # another thing of the same words
            if is_first and self._outline(places).is_like(template.outline):
                alike.append(places)
        ways = (way for places in alike for way in _chosen(offers, places))
        return tuple(self._filled(template.query, way) for way in islice(ways, MOST_THINGS))

    def _means_the_same_days(self, template: Template) -> bool:
        """Whether "last month" is still the month that the pair's query asks for."""
        if not template.dates:
            return True
        today = self.linked.question.asked_at.date()
        now = periods(template.pair.question, self.lang, today)
        return all(then in now for then in template.dates)

    def _layouts(self, offers: Sequence[Sequence[Offer]]) -> Iterator[tuple[Place, ...]]:
        """Ways to lay the gaps over the question: in their order and apart, the longest phrases first."""
        spans = [tuple(dict.fromkeys(o.place for o in found)) for found in offers]
        for places in product(*spans):
            if all(a.end <= b.start for a, b in pairwise(places)):
                yield places

    def _outline(self, places: tuple[Place, ...]) -> Outline:
        known = self._outlines.get(places)
        if known is None:
            known = self._outlines[places] = outline(self.linked, places, self.ontology, self.lang)
        return known

    def _filled(self, query: ParsedQuery, way: Iterable[Offer]) -> Filled:
        offers = tuple(way)
        sureness = min((o.sureness for o in offers), default=1.0)
        exchanges = {old: new for o in offers for old, new in o.exchanges}
        pins = tuple(o.pin for o in offers if o.pin)
        return Filled(_exchanged(query, exchanges), sureness, pins, tuple(o.value for o in offers if o.value))

    # ── what may fill a gap ──────────────────────────────────────────────────────────────────────

    def _offers(self, gap: Gap) -> list[Offer]:
        match gap.place.filling:
            case Filling.THING:
                found = [o for link in self.linked.links for o in self._things(gap.wants[0], link)]
            case Filling.NUMBER:
                found = [o for amount in self._amounts for o in number(gap.wants[0], amount, self.text)]
            case Filling.DATE:
                found = [o for period in self._periods for o in date(gap.wants, period)]
            case Filling.TEXT:
                found = [*self._texts(gap.wants[0])]
        return sorted(found, key=lambda o: (o.place.start - o.place.end, o.place.start, -o.sureness))

    @cached_property
    def _amounts(self) -> tuple[Quantity, ...]:
        return amounts(self.text, self.lang)

    @cached_property
    def _periods(self) -> tuple[Period, ...]:
        return periods(self.text, self.lang, self.linked.question.asked_at.date())

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        return tokenise(self.text)

    def _things(self, want: Want, link: Link) -> Iterator[Offer]:
        """The things that a phrase names and that fit; nothing where another thing is named more surely."""
        assert isinstance(want.slot, ThingSlot)  # noqa: S101  # for the type
        named = [m for m in link.matches if m.kind is TermKind.ENTITY and m.how != "semantic"]
        best = max((m.score for m in named), default=0.0)
        fits = [(f, m) for m in named if m.score >= NAMED and (f := self._fit(m, want, want.slot))]
        top = max((m.score for _, m in fits), default=0.0)
        if top < best - BEHIND:
            return
        for fit, m in fits:
            if m.score >= top - TIED:
                yield Offer(
                    Place(link.start, link.end, Filling.THING, frozenset(m.classes)),
                    ((Iri(want.slot.iri), Iri(m.iri)),),
                    sureness=fit * min(1.0, m.score + BEHIND),
                    pin=None if m.how == "pinned" else Pin(mention=link.text, term=m.iri),
                )

    def _fit(self, found: Match, want: Want, slot: ThingSlot) -> float:
        """How well a thing fits a slot: 1 when it is of the class of the pair's own thing, less when it has
        the same properties, 0 when it does not fit.
        """
        is_a = self.ontology.is_a
        if any(is_a(c, other) for c in found.classes for other in want.classes):
            return 1.0
        known = list(classes_at(slot.positions, self.ontology))
        if not known and slot.positions:  # whether it is of a class is all that is asked of it
            known = [frozenset(a for c in want.classes for a in self.ontology.superclasses(c))]
        if known and all(any(is_a(c, k) for c in found.classes for k in ks) for ks in known):
            return OTHER_CLASS
        return 0.0

    def _texts(self, want: Want) -> Iterator[Offer]:
        slot = want.slot
        assert isinstance(slot, LiteralSlot)  # noqa: S101  # for the type
        if slot.inside:
            yield from (self._text(want, *span) for span in self._sayable())
            return
        same = {p for iri in slot.properties for p in self.ontology.subproperties(iri)}
        for link in self.linked.links:
            for m in link.matches:
                if m.kind is TermKind.VALUE and m.value and m.iri in same and m.score >= NAMED:
                    yield self._text(want, link.start, link.end, m.value, min(1.0, m.score + BEHIND))
                    break

    def _sayable(self) -> Iterator[tuple[int, int, str]]:
        """What may be looked for in a text: what is quoted, or one word that means something."""
        quotes = [m.span() for m in QUOTED.finditer(self.text)]
        for quote in QUOTED.finditer(self.text):
            yield quote.start(), quote.end(), next(g for g in quote.groups() if g)
        for token in self._tokens:
            if not is_empty(token, self.lang) and not any(a <= token.start < b for a, b in quotes):
                yield token.start, token.end, token.text

    def _text(self, want: Want, start: int, end: int, text: str, sureness: float = 1.0) -> Offer:
        assert isinstance(want.slot, LiteralSlot)  # noqa: S101  # for the type
        said = replace(want.slot.literal, value=text.lower() if want.lowered else text)
        place = Place(start, end, Filling.TEXT)
        return Offer(place, ((want.slot.literal, said),), sureness, value=f"“{text}”")


def _spans(places: Sequence[Place]) -> tuple[tuple[int, int], ...]:
    return tuple((p.start, p.end) for p in places)


def _chosen(offers: Sequence[Sequence[Offer]], places: Sequence[Place]) -> Iterator[tuple[Offer, ...]]:
    """All ways to fill gaps that are laid over these places."""
    yield from product(*([o for o in found if o.place == p] for found, p in zip(offers, places, strict=True)))


def _exchanged(query: ParsedQuery, exchanges: dict[Iri | Lit | int, Iri | Lit | int]) -> ParsedQuery:
    """The query with other constants; limits are those of its SELECTs."""

    def change(value: object) -> object | None:
        if isinstance(value, Iri | Lit):
            return exchanges.get(value)
        if isinstance(value, Select) and value.limit in exchanges:
            inner = replace(value, limit=None)
            new: Select = exchanged(inner, change)
            limit = exchanges[value.limit]
            return replace(new, limit=limit) if isinstance(limit, int) else None
        return None

    filled: ParsedQuery = exchanged(query, change)
    return filled
