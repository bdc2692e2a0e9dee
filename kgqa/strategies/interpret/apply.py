"""What the cues ask of a draft: comparisons, dates, superlatives, aggregates, grouping, negation, columns.

In: a reading with its draft. Out: drafts with filters, order, limit, groups; a cue that finds no property to
work on is left in `unmet`, so that it lowers the confidence instead of being forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from kgqa.language import fold
from kgqa.ontology import XSD
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best, join, with_literal
from kgqa.strategies.interpret.form import Absent, Fact, Filter, Having, Kind, Literal, Order, Thing
from kgqa.strategies.interpret.read import Meaning, Reader, Reading
from kgqa.strategies.interpret.schema import Path
from kgqa.types import TermKind
from kgqa.units import UNITS, convert

NEAR = 4  # tokens between a number and the property that it is about
Applier = Callable[["Application", Draft], list[Draft]]


class Application:
    """One reading's cues, applied to its drafts in a fixed order."""

    def __init__(self, reader: Reader, reading: Reading) -> None:
        self.reader, self.reading = reader, reading
        self.schema, self.lang, self.tokens = reader.schema, reader.lang, reader.tokens
        self.liked = reader.liked(reading)

    def apply(self, draft: Draft) -> list[Draft]:
        drafts = [draft]
        for step in (
            self.comparisons,
            self.quoted,
            self.amounts,
            self.dates,
            self.groups,
            self.aggregates,
            self.superlatives,
            self.negations,
            self.columns,
            self.amounts_behind,
        ):
            drafts = best(d for each in drafts for d in step(each))
        return drafts

    # ── where a value belongs ────────────────────────────────────────────────────────────────────

    def properties_near(self, first: int, last: int) -> list[tuple[int, str]]:
        """Property pieces close to tokens first..last, nearest first: (piece, property)."""
        found = []
        for n, piece in enumerate(self.reading.pieces):
            away = min(abs(piece.last - first), abs(last - piece.first))
            if away <= NEAR and not (piece.found):
                found += [(away, n, m.iri) for m in piece.matches(TermKind.PROPERTY)]
        return [(n, iri) for _, n, iri in sorted(found)]

    def measured(self, draft: Draft, words: tuple[str, ...], at: int) -> list[tuple[Draft, str]]:
        """The draft with the number (or date) that an adjective's measures name, best first."""
        found: list[tuple[Draft, str]] = []
        for rank, word in enumerate(words):
            called = sorted(self.schema.called(word, self.lang), key=self.schema.uses, reverse=True)
            for place, iri in enumerate(called):
                dear = 0.1 * place + (0.0 if iri in self.liked else 0.5 * rank + self._ends(iri))
                if self.schema.is_data(iri) and (self.schema.is_numeric(iri) or self.schema.is_temporal(iri)):
                    found += [(d.dearer(dear), v) for d, v in self.literal(draft, iri, at)]
                elif not self.schema.is_data(iri):
                    found += [(d.dearer(dear), v) for d, v in self.through(draft, iri, at)]
        found.sort(key=lambda pair: pair[0].cost)
        return found[:4]

    def _ends(self, iri: str) -> float:
        """The date on which something ends is not how new or old it is."""
        words = {self.lang.stem(w) for w in fold(self.schema.ontology.label(iri, self.lang.code)).split()}
        return 1.0 if words & {self.lang.stem(w) for w in self.lang.phrases("end_words")} else 0.0

    def literal(self, draft: Draft, prop: str, at: int) -> list[tuple[Draft, str]]:
        return with_literal(draft, prop, self.schema, self.liked | {prop}, at)

    def through(self, draft: Draft, prop: str, at: int) -> list[tuple[Draft, str]]:
        """The number behind an object property: price -> a price -> its amount."""
        found: list[tuple[Draft, str]] = []
        for target in self.schema.objects(prop):
            measure = self.schema.measure_of(target, self.reader.names)
            if measure is None:
                continue
            for spot in draft.spots:
                if spot.data:
                    continue
                known = next((f for f in draft.facts if f.subject == spot.node and f.property == prop), None)
                if known is not None and isinstance(known.object, str):
                    found += with_literal(
                        draft, measure, self.schema, self.liked, at, near=draft.spot(known.object)
                    )
                    continue
                for path in self.schema.paths_to_classes(spot.classes, (target,), self.liked | {prop}):
                    if path.hops[-1].property == prop and path.hops[-1].forward:
                        joined, end = join(draft, spot, path, None, self.schema, at=at)
                        away = 0.05 * abs(spot.at - at) if spot.at >= 0 else 0.2
                        found += with_literal(
                            joined.dearer(away), measure, self.schema, self.liked, at, near=end
                        )
        found.sort(key=lambda pair: pair[0].cost)
        return found[:4]

    def valued(self, draft: Draft, prop: str, at: int) -> list[tuple[Draft, str]]:
        """The literal that a property piece stands for, direct or behind a structured value."""
        return self.literal(draft, prop, at) if self.schema.is_data(prop) else self.through(draft, prop, at)

    # ── comparisons ──────────────────────────────────────────────────────────────────────────────

    def comparisons(self, draft: Draft) -> list[Draft]:
        drafts = [draft]
        ranked = any(True for _ in self.reading.cue(Cue.SUPERLATIVE))
        for n, number in self.reading.cue(Cue.NUMBER):
            if self._is_rank(n) or (ranked and not number.unit and self._is_before_focus(n)):
                continue
            compared = self._comparison(n)
            drafts = [d for each in drafts for d in self._compared(each, n, number, compared)]
        return drafts

    def _is_rank(self, n: int) -> bool:
        """A number beside a superlative says how many: "top 5", "the five cheapest"."""
        pieces = self.reading.pieces
        for k in (n - 1, n + 1):
            if 0 <= k < len(pieces) and (found := pieces[k].found) and found.cue is Cue.SUPERLATIVE:
                gap = abs(pieces[n].first - found.last) if k < n else abs(found.first - pieces[n].last)
                if gap <= 2:  # noqa: PLR2004  # at most one word between
                    return True
        return False

    def _comparison(self, n: int) -> tuple[int, Found] | None:
        pieces = self.reading.pieces
        for k in (n - 1, n + 1, n - 2):
            if 0 <= k < len(pieces) and (found := pieces[k].found) and found.cue is Cue.COMPARISON:
                gap = pieces[n].first - found.last if k < n else found.first - pieces[n].last
                if 0 <= gap <= 2:  # noqa: PLR2004  # "more than about 20"
                    return k, found
        return None

    def _compared(
        self, draft: Draft, n: int, number: Found, compared: tuple[int, Found] | None
    ) -> list[Draft]:
        operator = compared[1].operator if compared else "="
        taken: tuple[int, ...] = (n, compared[0]) if compared else (n,)
        second = self._between(n)
        if second is not None:
            operator, taken = ">=", (n, *second)
        if not compared and second is None and not number.unit and not self._follows_property(n):
            return self._counted(draft, n, number)
        if n in draft.used:
            return [draft]
        having = self._having(draft, n, number, operator) if compared and not number.unit else []
        if having:
            return [d.use(*taken) for d in having]
        found = []
        for made, variable, prop in self._measured_by(draft, n, number, compared):
            unit = self._unit(prop, variable, made)
            value = convert(number.number or 0.0, number.unit, unit) if number.unit else number.number
            if value is None:
                continue
            filters = [Filter(variable, operator, (_plain_number(value),))]
            if second is not None:
                upper = self.reading.pieces[second[0]].found
                top = convert(upper.number or 0.0, upper.unit or number.unit, unit) if upper else None
                filters.append(Filter(variable, "<=", (_plain_number(top or 0.0),)))
            changed = replace(made, filters=(*made.filters, *filters), measures=(*made.measures, variable))
            found.append(self._in_currency(changed, variable, number.unit).use(*taken))
        return best(found) or [self._unmet(draft, n)]

    def _follows_property(self, n: int) -> bool:
        """“battery life 10", "floor 3": a bare number right behind a data property is its value."""
        before = self.reading.pieces[n - 1] if n else None
        if before is None or before.link is None or self.reading.pieces[n].first - before.last > 2:  # noqa: PLR2004
            return False
        return any(self.schema.is_data(m.iri) for m in before.matches(TermKind.PROPERTY))

    def _between(self, n: int) -> tuple[int, ...] | None:
        """“between 5 and 10": the pieces of the second number and of "between" itself."""
        pieces = self.reading.pieces
        opened = next(
            (k for k, f in self.reading.cue(Cue.BETWEEN) if 0 < pieces[n].first - f.last <= 1), None
        )
        if opened is None:
            return None
        for k, _ in self.reading.cue(Cue.NUMBER):
            if k > n and pieces[k].first - pieces[n].last <= 2:  # noqa: PLR2004  # "5 and 10"
                between = [j for j, f in self.reading.cue(Cue.AND) if n < j < k]
                return (k, opened, *between)
        return None

    def _counted(self, draft: Draft, n: int, number: Found) -> list[Draft]:
        """A bare number before a noun limits a list: "five suppliers"."""
        piece = self.reading.pieces[n]
        following = self.reading.pieces[n + 1] if n + 1 < len(self.reading.pieces) else None
        is_noun = following is not None and following.link is not None and following.first - piece.last == 1
        if (
            is_noun
            and draft.kind is Kind.LIST
            and draft.limit is None
            and number.number
            and number.number.is_integer()
        ):
            return [replace(draft, limit=int(number.number)).use(n).dearer(0.3)]
        return [self._unmet(draft, n)]

    def _having(self, draft: Draft, n: int, number: Found, operator: str) -> list[Draft]:
        """“with more than 3 products": how many there are of the noun that follows."""
        following = next(
            (k for k in self.reading.meanings if self.reading.pieces[k].first > self.reading.pieces[n].last),
            None,
        )
        if following is None or self.reading.pieces[following].first - self.reading.pieces[n].last > 2:  # noqa: PLR2004
            return []
        meaning = self.reading.meanings[following]
        if not draft.focus or (meaning.kind is TermKind.PROPERTY and self.schema.is_data(meaning.match.iri)):
            return []
        at = self.reading.pieces[following].last
        spot = next((s for s in draft.spots if s.at == at and isinstance(s.node, str)), None)
        if spot is None or str(spot.node) in draft.focus:
            return []
        return [replace(draft, having=Having(str(spot.node), operator, int(number.number or 0)))]

    def _measured_by(
        self, draft: Draft, n: int, number: Found, compared: tuple[int, Found] | None
    ) -> list[tuple[Draft, str, str]]:
        """The drafts with the number that is compared, its variable and its property."""
        piece = self.reading.pieces[n]
        first = self.reading.pieces[compared[0]].first if compared else piece.first
        at = piece.first
        found: list[tuple[Draft, str]] = []
        if compared and compared[1].measures:
            found = self.measured(draft, compared[1].measures, at)
        if not found:
            found = self._nearest(draft, self.properties_near(first, piece.last), at, temporal=False)
        if not found and number.unit:
            found = self._by_unit(draft, number.unit, at)
        return [(d, v, _property_of(d, v)) for d, v in found]

    def _nearest(
        self, draft: Draft, properties: list[tuple[int, str]], at: int, *, temporal: bool
    ) -> list[tuple[Draft, str]]:
        """The value of the first piece that names a number (or a date); of its properties, the cheapest."""
        for piece in dict.fromkeys(k for k, _ in properties):
            found: list[tuple[Draft, str]] = []
            for k, prop in properties:
                fits = not self.schema.is_data(prop) or self.schema.is_numeric(prop)
                if k == piece and (fits or (temporal and self.schema.is_temporal(prop))):
                    found += [(d.use(k), v) for d, v in self.valued(draft, prop, at)]
            if found:
                return sorted(found, key=lambda pair: pair[0].cost)[:4]
        return []

    def _by_unit(self, draft: Draft, unit: str, at: int) -> list[tuple[Draft, str]]:
        """Numbers that are measured in the unit, or in one of its dimension; money by what costs money."""
        dimension = UNITS.get(unit, ("", 0, ()))[0]
        found: list[tuple[Draft, str]] = []
        for iri, prop in self.schema.ontology.properties.items():
            if (
                prop.unit
                and UNITS.get(prop.unit, ("", 0, ()))[0] == dimension
                and self.schema.is_numeric(iri)
            ):
                found += self.literal(draft, iri, at)
        if not found and len(unit) == 3 and unit.isupper():  # noqa: PLR2004  # an ISO 4217 code
            found = self.measured(draft, self.lang.adjectives[_EXPENSIVE[self.lang.code]].measures, at)
        found.sort(key=lambda pair: pair[0].cost)
        return found[:4]

    def _unit(self, prop: str, variable: str, draft: Draft) -> str:
        del variable, draft
        known = self.schema.ontology.properties.get(prop)
        return known.unit if known else ""

    def _in_currency(self, draft: Draft, variable: str, unit: str) -> Draft:
        """An amount of money beside a currency: "above 500 euro" is about amounts in euro."""
        if len(unit) != 3 or not unit.isupper():  # noqa: PLR2004  # an ISO 4217 code
            return draft
        owner = next((f.subject for f in draft.facts if f.object == variable), None)
        if not isinstance(owner, str):
            return draft
        spot = draft.spot(owner)
        for cls in spot.classes:
            for prop in sorted(self.schema.data_properties(cls)):
                if prop in self.schema.called("currency", self.lang):
                    return replace(draft, facts=(*draft.facts, Fact(owner, prop, Literal(unit))))
        return draft

    def _unmet(self, draft: Draft, n: int) -> Draft:
        return replace(draft, unmet=(*draft.unmet, self.reader.text(self.reading.pieces[n])))

    # ── dates ────────────────────────────────────────────────────────────────────────────────────

    def dates(self, draft: Draft) -> list[Draft]:
        drafts = [draft]
        for n, found in self.reading.cue(Cue.DATE):
            drafts = best(d for each in drafts for d in self._dated(each, n, found))
        return drafts

    def _dated(self, draft: Draft, n: int, found: Found) -> list[Draft]:
        if found.since is None or found.before is None:
            return [draft]
        piece = self.reading.pieces[n]
        at = piece.first
        candidates: list[tuple[Draft, str, str]] = []
        for k, prop in self.properties_near(piece.first, piece.last):
            if self.schema.is_temporal(prop) or self._is_year(prop):
                candidates += [(d.use(k), v, prop) for d, v in self.literal(draft, prop, at)]
        if not candidates:
            variables = any(isinstance(s.node, str) and not s.data for s in draft.spots)
            for spot in draft.spots:
                fixed = 1.5 if variables and not isinstance(spot.node, str) else 0.0  # it filters nothing
                for cls in spot.classes:
                    for prop in sorted(self.schema.data_properties(cls)):
                        if self.schema.is_temporal(prop) or self._is_year(prop):
                            dear = fixed + (0.0 if prop in self.liked else self._date_rank(prop))
                            candidates += [
                                (d.dearer(dear), v, prop)
                                for d, v in with_literal(draft, prop, self.schema, self.liked, at, near=spot)
                            ]
        drafts = [
            replace(
                d, filters=(*d.filters, *self.period(v, prop, found.operator, found.since, found.before))
            ).use(n)
            for d, v, prop in candidates
        ]
        return best(drafts) or [self._unmet(draft, n)]

    def _date_rank(self, prop: str) -> float:
        """Of several dates, the plain "date" is meant first, then a start."""
        words = fold(self.schema.ontology.label(prop)).split()
        if words in (["date"], ["datum"]):
            return 0.1
        return (0.2 if words[:1] in (["start"], ["beginn"]) or words[-1:] == ["date"] else 0.4) + self._ends(
            prop
        )

    def _is_year(self, prop: str) -> bool:
        words = set(fold(self.schema.ontology.label(prop)).split())
        return self.schema.is_numeric(prop) and bool(words & {"year", "jahr", "founded"})

    def period(self, variable: str, prop: str, operator: str, since: date, before: date) -> list[Filter]:
        if self._is_year(prop):
            return [Filter(variable, operator, (Literal(str(since.year), number=True),))]
        timed = XSD + "dateTime" in self.schema.datatypes(prop)

        def literal(day: date) -> Literal:
            if timed:
                return Literal(f"{day.isoformat()}T00:00:00", XSD + "dateTime")
            return Literal(day.isoformat(), XSD + "date")

        if operator == ">=":
            return [Filter(variable, ">=", (literal(since),))]
        if operator == ">":
            return [Filter(variable, ">=", (literal(before),))]
        if operator == "<":
            return [Filter(variable, "<", (literal(since),))]
        if operator == "<=":
            return [Filter(variable, "<", (literal(before),))]
        return [Filter(variable, ">=", (literal(since),)), Filter(variable, "<", (literal(before),))]

    # ── quoted text, amounts ─────────────────────────────────────────────────────────────────────

    def quoted(self, draft: Draft) -> list[Draft]:
        """Quoted text beside a data property is the property's value, known or not."""
        drafts = [draft]
        for first, last, text in self.reader.quoted:
            if any(p.link and p.first <= first and last <= p.last for p in self.reading.pieces):
                continue
            for k, prop in self.properties_near(first, last):
                if not self.schema.is_data(prop):
                    continue
                found = []
                for each in drafts:
                    for made, variable in self.literal(each, prop, first):
                        condition = Filter(variable, "=", (Literal(text),), text=True)
                        found.append(replace(made, filters=(*made.filters, condition)).use(k))
                drafts = best(found) or drafts
                break
        return drafts

    def amounts(self, draft: Draft) -> list[Draft]:
        """“how heavy is …", "how much is …", "where is …", "when did …": the value is asked for."""
        for n, found in self.reading.cue(Cue.AMOUNT, Cue.WHEN, Cue.WHERE):
            if draft.focus:
                return [draft.use(n)]
            drafts = self._asked_value(draft, n, found)
            return [d.use(n) for d in best(drafts)] or [self._unmet(draft, n)]
        return [draft]

    def _asked_value(self, draft: Draft, n: int, found: Found) -> list[Draft]:
        at = self.reading.pieces[n].last
        named = [
            (k, m.iri)
            for k in self.reading.meanings
            for m in self.reading.pieces[k].matches(TermKind.PROPERTY)
        ]
        results: list[tuple[Draft, str]] = []
        if found.cue is Cue.WHERE:
            return self._place(draft, named)
        if found.measures:
            results = self.measured(draft, found.measures, at)
        if not results:
            for k, prop in named:
                fits = self.schema.is_temporal(prop) if found.cue is Cue.WHEN else True
                if fits:
                    results += [(d.use(k), v) for d, v in self.valued(draft, prop, at)]
        if not results and found.cue is Cue.AMOUNT and not found.measures:
            results = self.measured(draft, self.lang.adjectives[_EXPENSIVE[self.lang.code]].measures, at)
        if not results and found.cue is Cue.WHEN:
            for spot in draft.spots:
                for cls in spot.classes:
                    for prop in sorted(self.schema.data_properties(cls)):
                        if self.schema.is_temporal(prop):
                            dear = self._date_rank(prop)
                            results += [(d.dearer(dear), v) for d, v in self.literal(draft, prop, at)]
        is_sum = found.cue is Cue.AMOUNT and not found.measures
        return [self._summed(replace(d, focus=(v,), kind=Kind.LIST), v, is_sum=is_sum) for d, v in results]

    def _summed(self, draft: Draft, variable: str, *, is_sum: bool) -> Draft:
        """“how much rain fell in 2023” adds up what many records say; “how much is the Gale” does not."""
        owner = next((f.subject for f in draft.facts if f.object == variable), None)
        many = isinstance(owner, str) and draft.spot(owner).open and not self._is_single(draft, owner)
        if is_sum and many and self.schema.is_numeric(_property_of(draft, variable)):
            return replace(draft, kind=Kind.AGGREGATE, function="SUM")
        return draft

    def _is_single(self, draft: Draft, variable: str) -> bool:
        """Whether something named leads to the variable: the price of one product is one price."""
        return any(f.object == variable for f in draft.facts)

    def _place(self, draft: Draft, named: list[tuple[int, str]]) -> list[Draft]:
        """Where something is: a property or a class that speaks of places."""
        words = self.lang.phrases("place_words")
        ontology = self.schema.ontology
        found: list[Draft] = []
        for spot in draft.spots:
            for path in self.schema.hops_from(spot.classes, self.liked):
                hop = path.hops[0]
                labels = set(fold(ontology.label(hop.property)).split()) | (
                    set(fold(ontology.label(hop.to)).split()) if hop.to else set()
                )
                is_named = any(hop.property == iri for _, iri in named)
                if hop.forward and (labels & words or is_named):
                    joined, end = join(draft, spot, path, None, self.schema)
                    found.append(
                        replace(joined, focus=(str(end.node),)).use(
                            *(k for k, i in named if i == hop.property)
                        )
                    )
            for cls in spot.classes:
                for prop in sorted(self.schema.data_properties(cls)):
                    if set(fold(ontology.label(prop)).split()) & words:
                        found += [
                            replace(d, focus=(v,)).dearer(0.3) for d, v in self.literal(draft, prop, spot.at)
                        ]
        return found

    # ── groups and aggregates ────────────────────────────────────────────────────────────────────

    def groups(self, draft: Draft) -> list[Draft]:
        """“per department", "for each category": a variable that rows are grouped by."""
        for n, found in self.reading.cue(Cue.GROUP):
            following = next(
                (k for k in self.reading.meanings if 0 < self.reading.pieces[k].first - found.last <= 2),  # noqa: PLR2004
                None,
            )
            if following is None or not self._aggregates(draft):
                continue
            if any(True for _ in self.reading.cue(Cue.SUPERLATIVE)) and self._is_measure(following):
                continue  # "top 3 by budget" orders
            meaning, piece = self.reading.meanings[following], self.reading.pieces[following]
            if meaning.kind is TermKind.CLASS:
                spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
                if spot is not None:
                    return [replace(draft, group=(str(spot.node),)).use(n)]
            elif meaning.kind is TermKind.PROPERTY:
                if self.schema.is_data(meaning.match.iri):
                    return best(
                        replace(d, group=(v,)).use(n, following)
                        for d, v in self.literal(draft, meaning.match.iri, piece.first)
                    ) or [draft]
                fact = next((f for f in draft.facts if f.property == meaning.match.iri), None)
                if fact is not None and isinstance(fact.object, str):
                    return [replace(draft, group=(fact.object,)).use(n, following)]
        return [draft]

    def _is_measure(self, n: int) -> bool:
        meaning = self.reading.meanings[n]
        return meaning.kind is TermKind.PROPERTY and self.schema.is_numeric(meaning.match.iri)

    def _aggregates(self, draft: Draft) -> bool:
        return draft.kind in (Kind.COUNT, Kind.AGGREGATE) or any(
            True for _ in self.reading.cue(Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.COUNT)
        )

    def aggregates(self, draft: Draft) -> list[Draft]:
        """“the average price of …": a function over a number."""
        for n, found in self.reading.cue(Cue.AGGREGATE):
            piece = self.reading.pieces[n]
            if draft.kind is Kind.COUNT:
                continue
            results: list[tuple[Draft, str]] = []
            for k, prop in self._properties_after(piece.last):
                if self.schema.is_data(prop) and not self.schema.is_numeric(prop):
                    continue
                known = self._focus_value(draft, prop)
                results = (
                    [(draft.use(k), known)]
                    if known
                    else [(d.use(k), v) for d, v in self.valued(_without_value(draft), prop, piece.last)]
                )
                if results:
                    break
            drafts = [
                replace(d, kind=Kind.AGGREGATE, function=found.function, focus=(v,)).use(n)
                for d, v in results
            ]
            return best(drafts) or [self._unmet(draft, n)]
        if draft.kind is Kind.COUNT and draft.focus and draft.spot(draft.focus[0]).data:
            prop = _property_of(draft, draft.focus[0])
            if self.schema.is_numeric(prop):  # "how many units were sold": they are added up
                return [replace(draft, kind=Kind.AGGREGATE, function="SUM")]
        return [draft]

    def _focus_value(self, draft: Draft, prop: str) -> str | None:
        return next(
            (
                f.object
                for f in draft.facts
                if f.property == prop and f.object in draft.focus and draft.spot(f.object).data
            ),
            None,
        )

    def _properties_after(self, last: int) -> list[tuple[int, str]]:
        """Property meanings behind a token, nearest first; then those before it."""
        found = []
        for n, piece in enumerate(self.reading.pieces):
            if piece.link is None:
                continue
            away = piece.first - last if piece.first > last else 10 + last - piece.last
            found += [(away, n, m.iri) for m in piece.matches(TermKind.PROPERTY)]
        return [(n, iri) for _, n, iri in sorted(found)]

    # ── superlatives ─────────────────────────────────────────────────────────────────────────────

    def superlatives(self, draft: Draft) -> list[Draft]:
        for n, found in self.reading.cue(Cue.SUPERLATIVE):
            if draft.order is not None or n in draft.used:
                continue
            piece = self.reading.pieces[n]
            limit, offset, taken = self._rank(n)
            results = self._superlative_measure(draft, n, found)
            if results:
                ordered = [
                    replace(
                        self._aggregated(d, v),
                        order=Order(v, found.high),
                        limit=limit,
                        offset=offset,
                        measures=(*d.measures, v),
                    ).use(n, *taken)
                    for d, v in results
                ]
                return best(ordered)
            counted = self._most(draft, n, found, limit, taken)
            return counted or [self._unmet(draft, n)]
        return [draft]

    def _superlative_measure(self, draft: Draft, n: int, found: Found) -> list[tuple[Draft, str]]:
        """What a superlative measures: the property right behind it ("shortest lead time"), what its adjective
        measures ("heaviest"), the property that "by" names ("top 3 by budget"), or another one behind it.
        """
        last = self.reading.pieces[n].last
        behind = self._properties_after(last)
        beside = [(k, p) for k, p in behind if 0 < self.reading.pieces[k].first - last <= 2]  # noqa: PLR2004
        is_counted = not found.measures and self._counts_noun(n)
        results = [] if is_counted else self._nearest(draft, beside, last, temporal=True)
        if not results and found.measures:
            results = self.measured(draft, found.measures, last)
        if not results and not is_counted:
            chosen = [(k, p) for k, p in behind if k in self.reading.meanings and self._is_property(k)]
            results = self._nearest(draft, chosen, last, temporal=True)
        return results

    def _is_property(self, n: int) -> bool:
        return self.reading.meanings[n].kind is TermKind.PROPERTY

    def _counts_noun(self, n: int) -> bool:
        """“the most orders”: a class right behind is counted."""
        last = self.reading.pieces[n].last
        return any(
            m.kind is TermKind.CLASS and self.reading.pieces[k].first - last == 1
            for k, m in self.reading.meanings.items()
        )

    def _aggregated(self, draft: Draft, variable: str) -> Draft:
        """A superlative over groups asks for the extreme of each: "per category the heaviest"."""
        del variable
        return draft

    def _rank(self, n: int) -> tuple[int, int, tuple[int, ...]]:
        """How many are asked for, how many are passed over, and the pieces that say so."""
        pieces = self.reading.pieces
        for k in (n - 1, n + 1):
            if 0 <= k < len(pieces) and (found := pieces[k].found):
                if found.cue is Cue.NUMBER and found.number and self._is_rank(k):
                    return int(found.number), 0, (k,)
                if found.cue is Cue.RANK and found.number:
                    first, last = int(found.number), int(found.until or found.number)
                    return last - first + 1, first - 1, (k,)
        for k, number in self.reading.cue(Cue.NUMBER):  # "the five customers with the most orders"
            if not number.unit and number.number and self._is_before_focus(k):
                return int(number.number), 0, (k,)
        return 1, 0, ()

    def _is_before_focus(self, n: int) -> bool:
        following = self.reading.pieces[n + 1] if n + 1 < len(self.reading.pieces) else None
        return following is not None and following.link is not None and n + 1 == min(self.reading.meanings)

    def _most(self, draft: Draft, n: int, found: Found, limit: int, taken: tuple[int, ...]) -> list[Draft]:
        """“the supplier with the most products": by how many there are of the noun that follows."""
        piece = self.reading.pieces[n]
        for k, meaning in self.reading.meanings.items():
            other = self.reading.pieces[k]
            if meaning.kind is TermKind.CLASS and 0 < other.first - piece.last <= 2 and draft.focus:  # noqa: PLR2004
                spot = next((s for s in draft.spots if s.at == other.last and isinstance(s.node, str)), None)
                if spot is not None and spot.node not in draft.focus:
                    order = Order(str(spot.node), found.high, count=True)
                    return [replace(draft, order=order, limit=limit).use(n, *taken)]
        return []

    # ── negation ─────────────────────────────────────────────────────────────────────────────────

    def negations(self, draft: Draft) -> list[Draft]:
        """“without an e-mail", "that have no supplier": what joins the next name must not be."""
        for n, found in self.reading.cue(Cue.NEGATION):
            following = next(
                (k for k in self.reading.meanings if self.reading.pieces[k].first > found.last), None
            )
            if following is None or not draft.focus:
                return [self._unmet(draft, n)]
            meaning, piece = self.reading.meanings[following], self.reading.pieces[following]
            if meaning.kind is TermKind.PROPERTY and self.schema.is_data(meaning.match.iri):
                focus = draft.spot(draft.focus[0])
                if any(meaning.match.iri in self.schema.data_properties(c) for c in focus.classes):
                    fact = Fact(
                        focus.node,
                        meaning.match.iri,
                        draft.fresh(self.schema.ontology.label(meaning.match.iri)),
                    )
                    return [replace(draft, absent=(*draft.absent, Absent((fact,)))).use(n, following)]
                return [self._unmet(draft, n)]
            moved = self._moved(draft, piece.last, meaning)
            return [moved.use(n)] if moved else [self._unmet(draft, n)]
        return [draft]

    def _moved(self, draft: Draft, at: int, meaning: Meaning) -> Draft | None:
        """The draft with all that hangs on one name moved under NOT EXISTS."""
        iri = meaning.match.iri
        if meaning.kind is TermKind.PROPERTY:
            kin = self.schema.ontology.subproperties(iri) | self.schema.ontology.inverses(iri) | {iri}
            inner = [f for f in draft.facts if f.property in kin]
        else:
            nodes = {s.node for s in draft.spots if s.at == at} | {Thing(iri)}
            inner = [f for f in draft.facts if f.subject in nodes or f.object in nodes]
        if not inner:
            return None
        outer = [f for f in draft.facts if f not in inner]
        said = {s.node for s in draft.spots if s.named} | set(draft.focus)
        while True:  # what nobody named and only leads there moves along
            between = {n for f in inner for n in (f.subject, f.object) if isinstance(n, str)} - said
            more = [f for f in outer if {f.subject, f.object} & between]
            if not more:
                break
            inner += more
            outer = [f for f in outer if f not in more]
        left = {n for f in outer for n in (f.subject, f.object)} | set(draft.focus)
        moved = {n for f in inner for n in (f.subject, f.object)} - left
        spots = tuple(s for s in draft.spots if s.node not in moved)
        return replace(draft, facts=tuple(outer), absent=(*draft.absent, Absent(tuple(inner))), spots=spots)

    # ── columns ──────────────────────────────────────────────────────────────────────────────────

    def columns(self, draft: Draft) -> list[Draft]:
        """Data properties that nothing else uses are asked for: "with their e-mail", "by policy number"."""
        drafts = [draft]
        for n, meaning in self.reading.meanings.items():
            if meaning.kind is not TermKind.PROPERTY or not self.schema.is_data(meaning.match.iri):
                continue
            following: list[Draft] = []
            for each in drafts:
                if n in each.used or meaning.match.iri in each.properties:
                    following.append(each.use(n))
                elif self._is_listed(n) or not each.focus:
                    following += self._column(each, n, meaning.match.iri)
                else:
                    following += self._required(each, n, meaning.match.iri)
            drafts = best(following)
        return drafts

    def amounts_behind(self, draft: Draft) -> list[Draft]:
        """A structured value that is asked for is answered by its number: a price by its amount."""
        if draft.kind is not Kind.LIST or len(draft.focus) != 1 or draft.order is not None:
            return [draft]
        spot = draft.spot(draft.focus[0])
        fact = next((f for f in draft.facts if f.object == spot.node), None)
        if spot.data or fact is None:
            return [draft]
        measures = {self.schema.measure_of(c, self.reader.names) for c in spot.classes}
        measure = measures.pop() if len(measures) == 1 else None
        if measure is None:
            return [draft]
        made = with_literal(draft, measure, self.schema, self.liked, spot.at, near=spot)
        return best(replace(d, focus=(v,)) for d, v in made[:1]) or [draft]

    def _is_listed(self, n: int) -> bool:
        """Whether a property is named as something to be shown: "with their e-mail", "name, country and price",
        "the e-mail of …"; not as what things do ("placed", "weigh").
        """
        piece = self.reading.pieces[n]
        before = self.tokens[piece.first - 1] if piece.first else None
        after = self.tokens[piece.last + 1].folded if piece.last + 1 < len(self.tokens) else ""
        if before is None or after in ("of", "von"):
            return True
        between = self.reader.source[before.end : self.tokens[piece.first].start]
        return before.folded in _LISTING or "," in between or ":" in between

    def _required(self, draft: Draft, n: int, prop: str) -> list[Draft]:
        """A property that is only said to be there."""
        results = self.literal(draft, prop, self.reading.pieces[n].last)
        return best(d.use(n) for d, _ in results) or [self._unmet(draft, n)]

    def _column(self, draft: Draft, n: int, prop: str) -> list[Draft]:
        at = self.reading.pieces[n].last
        results = self.literal(draft, prop, at)
        if draft.kind in (Kind.COUNT, Kind.ASK, Kind.AGGREGATE) or draft.group:
            # "how many people have a surname": the property must be there
            return best(d.use(n) for d, _ in results) or [self._unmet(draft, n)]
        made = []
        for joined, variable in results:
            things = [v for v in joined.focus if not joined.spot(v).data]
            keep = (
                joined.focus
                if not (things and self._replaces(prop, draft))
                else tuple(v for v in joined.focus if v not in things)
            )
            made.append(replace(joined, focus=(*(v for v in keep if v != variable), variable)).use(n))
        return best(made) or [self._unmet(draft, n)]

    def _replaces(self, prop: str, draft: Draft) -> bool:
        """Columns stand for the thing itself when it is not what was asked first ("the e-mail of …"), and
        when one of them names it ("by policy number").
        """
        del draft
        words = set(fold(self.schema.ontology.label(prop)).split())
        return prop in self.reader.names or bool(
            words & {"name", "number", "id", "identifier", "code", "nummer", "label", "title"}
        )


def spots_at(draft: Draft, at: int) -> list[Spot]:
    return [s for s in draft.spots if s.at == at]


def _property_of(draft: Draft, variable: str) -> str:
    return next((f.property for f in draft.facts if f.object == variable), "")


def _without_value(draft: Draft) -> Draft:
    return draft


def _plain_number(value: float) -> Literal:
    text = str(int(value)) if float(value).is_integer() else repr(round(value, 9))
    return Literal(text, number=True)


_LISTING = frozenset(
    (
        "with",
        "and",
        "by",
        "their",
        "its",
        "his",
        "her",
        "the",
        "including",
        "plus",
        "me",
        "need",
        "show",
        "mit",
        "und",
    )
    + (
        "nach",
        "ihre",
        "ihren",
        "ihrer",
        "deren",
        "der",
        "die",
        "das",
        "samt",
        "as",
        "or",
        "what",
        "corresponding",
    )
)
_EXPENSIVE = {"en": "expensive", "de": "teuer"}

__all__ = ["Application", "Path", "spots_at"]
