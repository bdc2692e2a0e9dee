"""The plain questions of a graph: its classes, relations, code lists, numbers and dates in each form, with
the query that it says.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from pyoxigraph import QuerySolutions, Store

from benchmarks.plain.words import WORDS, forms
from kgqa.ontology import RDFS, SKOS, Ontology
from kgqa.restate.english import property_label
from kgqa.restate.german import german_label
from kgqa.values.units import without_unit

SEED = 7
FEWEST, MOST = 2, 60  # things that rows are grouped by
_A = f"?a a/<{RDFS}subClassOf>*"
_DAYS = {"en": "{0.day} {0:%B} {0.year}", "de": "{0.day}.{0.month}.{0.year}"}
Row = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plain:
    """A question of a form, and the query that it says."""

    form: str
    question: str
    query: str


@dataclass(frozen=True, slots=True)
class Relation:
    """The only property that leads from one class to the other."""

    cls: str
    prop: str
    other: str


@dataclass(frozen=True)
class Maker:
    """Makes the questions of one graph in a language."""

    ontology: Ontology
    store: Store
    language: str

    def questions(self, most: int) -> Iterator[Plain]:
        """Those of so many relations, chosen by chance, and of as many numbers and dates."""
        chance = random.Random(SEED)  # noqa: S311  # the same ones each time
        for relation in _some(self._relations, most, chance):
            yield from self._of_relation(relation, chance)
            yield from self._of_states(relation)
            yield from self._of_two_steps(relation)
        for cls, prop in _some(self._values("decimal"), most, chance):
            yield from self._of_number(cls, prop, chance)
        for cls, prop in _some(self._values("date"), most, chance):
            yield from self._of_date(cls, prop, chance)

    def rows(self, query: str) -> list[Row]:
        """The rows of a query, as texts."""
        found = self.store.query(query)
        if not isinstance(found, QuerySolutions):
            return [("true" if bool(found) else "false",)]
        return [tuple("" if v is None else str(getattr(v, "value", v)) for v in row) for row in found]

    # ── what a graph has ─────────────────────────────────────────────────────────────────────────

    @cached_property
    def _relations(self) -> list[Relation]:
        """The relations that are the only one declared between their classes."""
        found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for prop in sorted(self.ontology.properties):
            ends = (self.ontology.domains(prop), self.ontology.ranges(prop))
            if any(len(end) != 1 or len(end[0]) != 1 for end in ends):
                continue
            one, other = (next(iter(end[0])) for end in ends)
            if one != other and SKOS not in other and any(not u.literal for u in self.ontology.uses_of(prop)):
                found[one, other].append(prop)
        return [
            Relation(one, props[0], other)
            for (one, other), props in found.items()
            if len(props) == 1 and (other, one) not in found
        ]

    def _values(self, datatype: str) -> list[tuple[str, str]]:
        """Classes with a property of a datatype whose label is a noun."""
        found = []
        for prop in sorted(self.ontology.properties):
            domains = self.ontology.domains(prop)
            is_one = any(u.literal and datatype in u.object for u in self.ontology.uses_of(prop))
            if is_one and self._is_noun(prop) and len(domains) == 1 and len(domains[0]) == 1:
                found.append((next(iter(domains[0])), prop))
        return found

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names that one thing alone has, by thing."""
        labels = f"<{RDFS}label>|<{SKOS}prefLabel>|<http://xmlns.com/foaf/0.1/name>|<http://schema.org/name>"
        query = f"SELECT ?a ?l {{ ?a {labels} ?l FILTER(LANG(?l) IN ('', '{self.language}')) }}"
        named = {thing: name for thing, name in self.rows(query)}  # noqa: C416  # rows have any length
        times = Counter(name.lower() for name in named.values())
        return {thing: name for thing, name in named.items() if times[name.lower()] == 1}

    def _name(self, chance: random.Random, query: str) -> tuple[str, str] | None:
        """One of the things that a query finds, with its name."""
        things = sorted(thing for (thing, *_) in self.rows(query) if thing in self._names)
        return (thing := chance.choice(things), self._names[thing]) if things else None

    def _label(self, iri: str) -> str:
        return self.ontology.label(iri, self.language)

    def _is_noun(self, prop: str) -> bool:
        label = without_unit(self._label(prop))
        if self.language == "de":
            return german_label(label).kind == "noun" and label[:1].isupper()
        return property_label(label, links=False).kind == "noun"

    def _told(self, form: str, query: str, slots: dict[str, str]) -> Iterator[Plain]:
        """The question, where the language has the form and all its words."""
        text = forms()[self.language].get(form, "")
        if text and all(slots.get(slot) for slot in re.findall(r"\{(\w+)\}", text)):
            told = text.format_map(slots)
            yield Plain(form, told[:1].upper() + told[1:] if self.language == "de" else told, query)

    def _words(self, **nouns: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, noun in nouns.items():
            found |= WORDS[self.language].of(key, noun)
        return found

    # ── relations ────────────────────────────────────────────────────────────────────────────────

    def _of_relation(self, of: Relation, chance: random.Random) -> Iterator[Plain]:
        words = self._words(a=self._label(of.cls), b=self._label(of.other))
        pattern = f"{_A} <{of.cls}> . ?a <{of.prop}> ?b"
        per = f"SELECT ?b (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} }} GROUP BY ?b"
        counts = sorted((int(n) for _, n in self.rows(per)), reverse=True)
        if not FEWEST <= len(counts) <= MOST:
            return
        for form in (
            "number per",
            "each",
            "in each",
            "by, how many each",
            "distributed",
            "with their number",
            "and how many each has",
        ):
            yield from self._told(form, per, words)
        ranked = f"SELECT ?b {{ {pattern} }} GROUP BY ?b"
        by_number = f"{ranked} ORDER BY DESC(COUNT(DISTINCT ?a))"
        if counts[0] > counts[1]:
            yield from self._told("most", f"{by_number} LIMIT 1", words)
        if len(counts) > 3 and counts[2] > counts[3]:  # the top three
            yield from self._told("top three", f"{by_number} LIMIT 3", words)
        middle = counts[len(counts) // 2]
        if counts[0] > middle > 1:
            for form, comparison in (("more than", ">"), ("at least", ">=")):
                query = f"{ranked} HAVING(COUNT(DISTINCT ?a) {comparison} {middle})"
                yield from self._told(form, query, {**words, "n": str(middle)})
        none = f"SELECT DISTINCT ?a {{ {_A} <{of.other}> FILTER NOT EXISTS {{ ?x <{of.prop}> ?a }} }}"
        yield from self._told("none", none, words)
        without = f"{{ {_A} <{of.cls}> FILTER NOT EXISTS {{ ?a <{of.prop}> ?x }} }}"
        yield from self._told("without", f"SELECT DISTINCT ?a {without}", words)
        yield from self._told("how many without", f"SELECT (COUNT(DISTINCT ?a) AS ?n) {without}", words)
        yield from self._of_named(of, words, chance)

    def _of_named(self, of: Relation, words: dict[str, str], chance: random.Random) -> Iterator[Plain]:
        pattern = f"{_A} <{of.cls}> . ?a <{of.prop}>"
        ends = f"SELECT DISTINCT ?b {{ {pattern} ?b }}"
        if (one := self._name(chance, ends)) is not None:
            thing, words["y"] = one
            its = f"{{ {pattern} <{thing}> }}"
            yield from self._told("of one", f"SELECT DISTINCT ?a {its}", words)
            yield from self._told("how many of one", f"SELECT (COUNT(DISTINCT ?a) AS ?n) {its}", words)
            label = property_label(self._label(of.prop), links=True)
            if self.language == "en" and label.kind in ("verb", "phrase") and not label.noun:
                said = {**words, "said": label.text if label.kind == "verb" else f"is {label.text}"}
                yield from self._told("said", f"SELECT DISTINCT ?a {its}", said)
            if (two := self._name(chance, ends)) is not None and two != one:
                either = f"SELECT DISTINCT ?a {{ {pattern} ?b VALUES ?b {{ <{thing}> <{two[0]}> }} }}"
                yield from self._told("of either", either, {**words, "z": two[1]})
        start = self._name(chance, f"SELECT DISTINCT ?a {{ {pattern} ?b }}")
        if start is None:
            return
        thing, words["x"] = start
        its = f"SELECT DISTINCT ?b {{ <{thing}> <{of.prop}> ?b }}"
        yield from self._told("other end", its, words)
        yield from self._told("other end, what", its, words)
        if one is not None:
            yield from self._told("is it", f"ASK {{ <{thing}> <{of.prop}> <{one[0]}> }}", words)
        same = f"SELECT DISTINCT ?a {{ <{thing}> <{of.prop}> ?b . {pattern} ?b FILTER(?a != <{thing}>) }}"
        yield from self._told("same", same, words)

    # ── code lists ───────────────────────────────────────────────────────────────────────────────

    def _of_states(self, of: Relation) -> Iterator[Plain]:
        """Questions with the commonest member of a code list that things of the first class have."""
        if (found := self._state(of.cls)) is None:
            return
        prop, code, label = found
        words = self._words(a=self._label(of.cls), b=self._label(of.other), kind=self._label(prop))
        words["state"] = label
        being = f"{_A} <{of.cls}> . ?a <{prop}> <{code}>"
        per = f"SELECT ?b (COUNT(DISTINCT ?a) AS ?n) {{ {being} . ?a <{of.prop}> ?b }} GROUP BY ?b"
        counts = sorted((int(n) for _, n in self.rows(per)), reverse=True)
        yield from self._told("state per", per, words)
        if len(counts) > 1 and counts[0] > counts[1]:
            most = (
                f"{per.replace(' (COUNT(DISTINCT ?a) AS ?n)', '')} ORDER BY DESC(COUNT(DISTINCT ?a)) LIMIT 1"
            )
            yield from self._told("most of a state", most, words)
        yield from self._told("of a state", f"SELECT DISTINCT ?a {{ {being} }}", words)
        yield from self._told(
            "how many of a state", f"SELECT (COUNT(DISTINCT ?a) AS ?n) {{ {being} }}", words
        )
        others = f"SELECT DISTINCT ?a {{ {_A} <{of.cls}> FILTER NOT EXISTS {{ ?a <{prop}> <{code}> }} }}"
        yield from self._told("not of a state", others, words)
        kinds = f"SELECT ?k (COUNT(DISTINCT ?a) AS ?n) {{ {_A} <{of.cls}> . ?a <{prop}> ?k }} GROUP BY ?k"
        yield from self._told("per state", kinds, words)
        without = f"SELECT DISTINCT ?a {{ {being} FILTER NOT EXISTS {{ ?a <{of.prop}> ?x }} }}"
        yield from self._told("state without", without, words)
        one = self._name(random.Random(SEED), f"SELECT DISTINCT ?b {{ {being} . ?a <{of.prop}> ?b }}")  # noqa: S311  # as above
        if one is not None:
            query = f"SELECT DISTINCT ?a {{ {being} . ?a <{of.prop}> <{one[0]}> }}"
            yield from self._told("state of one", query, {**words, "y": one[1]})

    def _state(self, cls: str) -> tuple[str, str, str] | None:
        """The first property of a code list, and its commonest member with a label of one word."""
        prop = next((p for p in sorted(self.ontology.properties) if self._is_state(p, cls)), None)
        if prop is None:
            return None
        found = self.rows(
            f"SELECT ?v ?l (COUNT(DISTINCT ?a) AS ?n) {{ ?a a <{cls}> ; <{prop}> ?v . "
            f"?v <{SKOS}prefLabel> ?l FILTER(LANG(?l) IN ('{self.language}', '')) }} "
            "GROUP BY ?v ?l ORDER BY DESC(?n)"
        )
        if len(found) < FEWEST or not found[0][1].isalpha():
            return None
        code, label, _ = found[0]
        if self.language == "de" and label[0].isupper():
            return None  # a noun
        return prop, code, label.lower()

    def _is_state(self, prop: str, cls: str) -> bool:
        return any(u.subject == cls and u.object == SKOS + "Concept" for u in self.ontology.uses_of(prop))

    # ── two relations ────────────────────────────────────────────────────────────────────────────

    def _of_two_steps(self, of: Relation) -> Iterator[Plain]:
        """Questions of the one relation on which the other goes on, where nothing else joins the classes."""
        nexts = [r for r in self._relations if r.cls == of.other and r.other != of.cls]
        for on in nexts:
            if len(self._ways(of.cls, on.other)) > 1:
                continue
            words = self._words(a=self._label(of.cls), b=self._label(of.other), c=self._label(on.other))
            pattern = f"{_A} <{of.cls}> . ?a <{of.prop}>/<{on.prop}>"
            per = f"SELECT ?c (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} ?c }} GROUP BY ?c"
            if not FEWEST <= len(self.rows(per)) <= MOST:
                continue
            yield from self._told("two steps, per", per, words)
            one = self._name(random.Random(SEED), f"SELECT DISTINCT ?c {{ {pattern} ?c }}")  # noqa: S311  # as above
            if one is not None:
                words["v"] = one[1]
                yield from self._told(
                    "two steps, of one", f"SELECT DISTINCT ?a {{ {pattern} <{one[0]}> }}", words
                )
                count = f"SELECT (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} <{one[0]}> }}"
                yield from self._told("two steps, how many", count, words)
            return

    def _ways(self, start: str, end: str) -> list[tuple[str, ...]]:
        """The ways of at most two steps between two classes, whatever their direction."""
        steps: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for prop in self.ontology.properties:
            for use in self.ontology.uses_of(prop):
                if use.subject and use.object and not use.literal:
                    steps[use.subject].add((prop, use.object))
                    steps[use.object].add((f"^{prop}", use.subject))
        ways = [(p,) for p, to in steps[start] if to == end]
        return ways + [(p, q) for p, mid in steps[start] for q, to in steps[mid] if to == end]

    # ── values ───────────────────────────────────────────────────────────────────────────────────

    def _of_number(self, cls: str, prop: str, chance: random.Random) -> Iterator[Plain]:
        number = without_unit(self._label(prop))
        words = self._words(a=self._label(cls), p=number)
        pattern = f"{_A} <{cls}> . ?a <{prop}> ?v"
        values = sorted({float(v) for (v,) in self.rows(f"SELECT ?v {{ {pattern} }}")})
        if len(values) < 2 * FEWEST:
            return
        middle, more = values[len(values) // 2], values[len(values) * 3 // 4]
        words |= {"n": self._number(middle), "m": self._number(more)}
        above = f"{{ {pattern} FILTER(?v > {middle}) }}"
        yield from self._told("above", f"SELECT DISTINCT ?a {above}", words)
        yield from self._told("how many above", f"SELECT (COUNT(DISTINCT ?a) AS ?n) {above}", words)
        if more > middle:
            between = f"SELECT DISTINCT ?a {{ {pattern} FILTER(?v >= {middle} && ?v <= {more}) }}"
            yield from self._told("between", between, words)
        yield from self._told("average", f"SELECT (AVG(?v) AS ?n) {{ {pattern} }}", words)
        mean = f"{{ SELECT (AVG(?v) AS ?n) {{ {pattern} }} }}"
        yield from self._told(
            "above average", f"SELECT DISTINCT ?a {{ {pattern} {mean} FILTER(?v > ?n) }}", words
        )
        yield from self._ranked(pattern, values, words)
        missing = f"SELECT DISTINCT ?a {{ {_A} <{cls}> FILTER NOT EXISTS {{ ?a <{prop}> ?x }} }}"
        yield from self._told("missing", missing, words)
        yield from self._of_things(pattern, prop, words, chance)
        yield from self._number_per(cls, pattern, words, chance)
        if (state := self._state(cls)) is not None:
            words["state"] = state[2]
            being = f"{pattern} . ?a <{state[0]}> <{state[1]}>"
            query = f"SELECT DISTINCT ?a {{ {being} FILTER(?v > {middle}) }}"
            yield from self._told("state and number", query, words)
            yield from self._told("state, average", f"SELECT (AVG(?v) AS ?n) {{ {being} }}", words)

    def _number(self, number: float) -> str:
        told = f"{number:.15g}"
        return told.replace(".", ",") if self.language == "de" else told

    def _ranked(self, pattern: str, values: list[float], words: dict[str, str]) -> Iterator[Plain]:
        ranked = f"SELECT DISTINCT ?a {{ {pattern} }} ORDER BY"
        for form, order, limit, last in (
            ("highest", "DESC(?v)", 1, values[-1]),
            ("lowest", "?v", 1, values[0]),
            ("three highest", "DESC(?v)", 3, values[-3]),
        ):
            comparison = "<=" if form == "lowest" else ">="
            if len(self.rows(f"SELECT DISTINCT ?a {{ {pattern} FILTER(?v {comparison} {last}) }}")) == limit:
                yield from self._told(form, f"{ranked} {order} LIMIT {limit}", words)

    def _of_things(
        self, pattern: str, prop: str, words: dict[str, str], chance: random.Random
    ) -> Iterator[Plain]:
        """Questions of the number of one thing, and of two."""
        alone = f"SELECT ?a {{ {pattern} }} GROUP BY ?a HAVING(COUNT(?v) = 1)"
        one, two = self._name(chance, alone), self._name(chance, alone)
        if one is None or two is None or one == two:
            return
        words |= {"x": one[1], "w": two[1]}
        its = f"SELECT ?v {{ <{one[0]}> <{prop}> ?v }}"
        yield from self._told("of a thing", its, words)
        yield from self._told("possessive", its, words)
        both = f"<{one[0]}> <{prop}> ?v . <{two[0]}> <{prop}> ?w"
        yield from self._told("compared", f"ASK {{ {both} FILTER(?v > ?w) }}", words)
        ((first,),), ((second,),) = self.rows(its), self.rows(f"SELECT ?v {{ <{two[0]}> <{prop}> ?v }}")
        if float(first) != float(second):
            higher = one if float(first) > float(second) else two
            yield from self._told("which of two", f"SELECT ?a {{ VALUES ?a {{ <{higher[0]}> }} }}", words)
            yield from self._told("difference", f"SELECT (?v - ?w AS ?n) {{ {both} }}", words)

    def _number_per(
        self, cls: str, pattern: str, words: dict[str, str], chance: random.Random
    ) -> Iterator[Plain]:
        """Questions of the number by what the things belong to."""
        of = next((r for r in self._relations if r.cls == cls), None)
        if of is None:
            return
        words |= self._words(b=self._label(of.other))
        grouped = f"{{ {pattern} . ?a <{of.prop}> ?b }} GROUP BY ?b"
        means = f"SELECT ?b (AVG(?v) AS ?n) {grouped}"
        if not FEWEST <= len(self.rows(means)) <= MOST:
            return
        yield from self._told("average per", means, words)
        yield from self._told("highest per", f"SELECT ?b (MAX(?v) AS ?n) {grouped}", words)
        yield from self._told("highest average", f"SELECT ?b {grouped} ORDER BY DESC(AVG(?v)) LIMIT 1", words)
        if (one := self._name(chance, f"SELECT DISTINCT ?b {{ {pattern} . ?a <{of.prop}> ?b }}")) is not None:
            words["y"] = one[1]
            its = f"{pattern} . ?a <{of.prop}> <{one[0]}>"
            yield from self._told("average of one", f"SELECT (AVG(?v) AS ?n) {{ {its} }}", words)
            floor = float(self.rows(f"SELECT (AVG(?v) AS ?n) {{ {its} }}")[0][0])
            floor = int(floor) if floor > 1 else floor
            query = f"SELECT DISTINCT ?a {{ {its} FILTER(?v > {floor}) }}"
            yield from self._told("of one, above", query, {**words, "n": self._number(floor)})

    def _of_date(self, cls: str, prop: str, chance: random.Random) -> Iterator[Plain]:
        words = self._words(a=self._label(cls), p=without_unit(self._label(prop)))
        pattern = f"{_A} <{cls}> . ?a <{prop}> ?v"
        days = sorted(
            date.fromisoformat(v[:10])
            for (v,) in self.rows(f"SELECT ?v {{ {pattern} }}")
            if len(v) >= len("2026-01-01")  # and no year alone
        )
        if len(set(days)) < 2 * FEWEST:
            return
        middle, later = days[len(days) // 2], days[len(days) * 3 // 4]
        day = "SUBSTR(STR(?v), 1, 10)"
        form = _DAYS[self.language]
        words |= {"year": str(middle.year), "day": form.format(middle), "day2": form.format(later)}
        in_year = f"SELECT DISTINCT ?a {{ {pattern} FILTER(YEAR(?v) = {middle.year}) }}"
        yield from self._told("in a year", in_year, words)
        for side, comparison in (("after", ">"), ("before", "<")):
            query = f'SELECT (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} FILTER({day} {comparison} "{middle}") }}'
            yield from self._told(f"how many {side}", query, words)
        if later > middle:
            query = f'SELECT DISTINCT ?a {{ {pattern} FILTER({day} >= "{middle}" && {day} <= "{later}") }}'
            yield from self._told("between dates", query, words)
        for ranked, order, ties in (
            ("latest", "DESC(?v)", days[-1] == days[-2]),
            ("earliest", "?v", days[0] == days[1]),
        ):
            if not ties:
                yield from self._told(ranked, f"SELECT ?a {{ {pattern} }} ORDER BY {order} LIMIT 1", words)
        if (one := self._name(chance, f"SELECT DISTINCT ?a {{ {pattern} }}")) is not None:
            query = f"SELECT ?v {{ <{one[0]}> <{prop}> ?v }}"
            yield from self._told("date of a thing", query, {**words, "x": one[1]})
        missing = f"SELECT DISTINCT ?a {{ {_A} <{cls}> FILTER NOT EXISTS {{ ?a <{prop}> ?x }} }}"
        yield from self._told("without a date", missing, words)
        years = f"SELECT ?y (COUNT(DISTINCT ?a) AS ?n) {{ {pattern} BIND(YEAR(?v) AS ?y) }} GROUP BY ?y"
        yield from self._told("per year", years, words)


def _some(things: list[T], most: int, chance: random.Random) -> list[T]:
    return chance.sample(things, min(most, len(things)))
