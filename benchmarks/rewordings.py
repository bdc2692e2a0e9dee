"""Questions with known queries -> the same questions in other words, and questions that only look the same.

In: gold questions, the graph. Out: rewordings, each with the query that answers it: polite phrases, other
names of the same class, other numbers and dates, other word order, other names of classes. And near misses:
another comparison, superlative, property or aggregate, a negation, a further condition. Where the changed
question's query cannot be derived from the first one it is None: then the verified query is wrong, whatever
it answers.

Nothing here reads what the library passes over; some phrases it has never seen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, QuerySolutions, Store

from kgqa.ontology import Ontology

SEED = 11
POLITE = {
    "en": [
        "Could you please tell me: {}", "Hi there, {}", "{} Thanks!", "I'd like to know: {}",
        "For my report: {}", "Would you be so kind as to look this up: {}", "Hello, quick question: {}",
    ],
    "de": ["Können Sie mir bitte sagen: {}", "Guten Tag, {}", "{} Vielen Dank!", "Für meinen Bericht: {}"],
}  # fmt: skip
COMPARISONS = (
    ("more than", "less than"), ("over", "under"), ("above", "below"), ("fewer than", "more than"),
    ("less than", "more than"), ("at least", "at most"), ("taller than", "shorter than"),
    ("mehr als", "weniger als"),
)  # fmt: skip
DATES = (("before", "after"), ("after", "before"), ("since", "before"))
EXTREMES = (
    ("heaviest", "lightest"), ("cheapest", "most expensive"), ("shortest", "longest"),
    ("largest", "smallest"),
    ("most expensive", "cheapest"), ("newest", "oldest"), ("longest", "shortest"), ("lowest", "highest"),
    ("best", "worst"), ("highest", "lowest"), ("größte", "kleinste"), ("the most", "the fewest"),
)  # fmt: skip
AGGREGATES = (("average", "total", "AVG", "SUM"), ("total", "average", "SUM", "AVG"))
NEGATIONS = (
    (r"\bare in\b", "are not in"), (r"\bis based\b", "is not based"), (r"\bworks in\b", "does not work in"),
    (r"\bhas\b", "does not have"), (r"\bhave\b", "do not have"), (r"\bare used\b", "are not used"),
    (r"\bare certified\b", "are not certified"), (r"\bweigh\b", "do not weigh"), (r"\bwork\b", "do not work"),
    (r"\bwere\b", "were not"), (r"\breports\b", "does not report"), (r"\bwiegen\b", "wiegen nicht"),
)  # fmt: skip
FURTHER = {
    "en": ["in Norway", "since 2020", "with more than 10 employees"],
    "de": ["in Norwegen", "seit 2020"],
}


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question in other words, what was done to it, and its query, if that is known."""

    of: str
    kind: str
    text: str
    sparql: str | None


class Rewording:
    """Rewords the questions of one graph; the same each time."""

    def __init__(self, store: Store, ontology: Ontology) -> None:
        self.store, self.ontology = store, ontology

    def same(self, question: str, sparql: str, lang: str) -> Iterator[Reworded]:
        """Other words for what is asked; other things, numbers and dates in its place."""
        chance = random.Random(f"{SEED}{question}")  # noqa: S311  # no secret
        yield Reworded(question, "polite phrase", chance.choice(POLITE[lang]).format(question), sparql)
        yield Reworded(question, "small letters", question.lower().rstrip("?."), sparql)
        yield from self._other_things(question, sparql, chance)
        yield from _other_values(question, sparql, chance)
        yield from self._other_order(question, sparql)
        yield from self._other_names(question, sparql, lang)

    def near(self, question: str, sparql: str, lang: str) -> Iterator[Reworded]:
        """Questions that only look the same."""
        chance = random.Random(f"{SEED}{question}")  # noqa: S311  # no secret
        for one, other in COMPARISONS:
            if (text := _swapped(question, one, other)) and len(re.findall("[<>]=?(?= )", sparql)) == 1:
                flipped = re.sub("[<>]", lambda m: "<" if m[0] == ">" else ">", _tail(sparql))
                yield Reworded(question, "comparison", text, _head(sparql) + flipped)
                break
        for one, other in DATES:
            if (text := _swapped(question, one, other)) and "FILTER" in sparql:
                yield Reworded(question, "before or after", text, None)
                break
        for one, other in EXTREMES:
            if (text := _swapped(question, one, other)) and "ORDER BY" in sparql:
                yield Reworded(question, "superlative", text, _reversed(sparql))
                break
        for one, other, old, new in AGGREGATES:
            if (text := _swapped(question, one, other)) and old in sparql:
                yield Reworded(question, "aggregate", text, sparql.replace(old, new, 1))
                break
        if text := _swapped(question, "how many", "which"):
            yield Reworded(question, "aggregate", text, None)
        for pattern, no in NEGATIONS:
            if re.search(pattern, question) and " no " not in question and "not" not in question:
                yield Reworded(question, "negation", re.sub(pattern, no, question, count=1), None)
                break
        end = question[-1] if question[-1] in "?." else ""
        further = f"{question.rstrip('?.')} {chance.choice(FURTHER[lang])}{end}"
        yield Reworded(question, "further condition", further, None)
        yield from self._other_property(question, sparql, lang, chance)

    # ── other things ─────────────────────────────────────────────────────────────────────────────

    def _other_things(self, question: str, sparql: str, chance: random.Random) -> Iterator[Reworded]:
        for iri in dict.fromkeys(re.findall(r"<([^>]+/id/[^>]+)>", sparql)):
            name = next((n for n in self._names(iri) if n.casefold() in question.casefold()), None)
            others = self._others(iri)
            for other in chance.sample(others, min(2, len(others))) if name else ():
                label = self._names(other)[0]
                text = _exchanged(question, str(name), label)
                yield Reworded(question, "other name", text, sparql.replace(f"<{iri}>", f"<{other}>"))

    def _names(self, iri: str) -> list[str]:
        query = (
            "PREFIX r: <http://www.w3.org/2000/01/rdf-schema#> PREFIX s: <http://www.w3.org/2004/02/skos/core#>"
            f" SELECT ?n WHERE {{ <{iri}> r:label|s:altLabel ?n }} ORDER BY DESC(STRLEN(?n)) ?n"
        )
        return self._column(query)

    def _others(self, iri: str) -> list[str]:
        """Things of the same class, whose names nothing else has."""
        query = (
            "PREFIX r: <http://www.w3.org/2000/01/rdf-schema#>"
            f" SELECT DISTINCT ?o WHERE {{ <{iri}> a ?c . ?o a ?c ; r:label ?n . FILTER(?o != <{iri}>)"
            " FILTER NOT EXISTS { ?x r:label ?n . FILTER(?x != ?o) } } ORDER BY ?o"
        )
        return self._column(query)

    def _column(self, query: str) -> list[str]:
        found = self.store.query(query)
        assert isinstance(found, QuerySolutions)
        return [s[0].value for s in found if isinstance(s[0], NamedNode | Literal)]

    # ── other words ──────────────────────────────────────────────────────────────────────────────

    def _other_order(self, question: str, sparql: str) -> Iterator[Reworded]:
        if m := re.fullmatch(r"(What is|What's) the ([\w ]+) of (?:the )?([^?]+)\?", question, re.IGNORECASE):
            yield Reworded(question, "word order", f"What is {m[3]}'s {m[2]}?", sparql)
        if m := re.fullmatch(r"What is ([^?]+)'s ([\w ]+)\?", question):
            yield Reworded(question, "word order", f"What is the {m[2]} of {m[1]}?", sparql)
        if m := re.fullmatch(r"(Which .+?) (in|at) ([A-Z][^?]+)\?", question):
            text = f"{m[2].capitalize()} {m[3]}, {m[1][0].lower()}{m[1][1:]}?"
            yield Reworded(question, "word order", text, sparql)

    def _other_names(self, question: str, sparql: str, lang: str) -> Iterator[Reworded]:
        """Another name of a class that the question names in the plural."""
        for iri, cls in sorted(self.ontology.classes.items()):
            names = [n.text for n in cls.names if n.language in (lang, "")]
            if f"def:{iri.rsplit('/')[-1]} " not in f"{sparql} " or len(names) < 2 or lang != "en":
                continue
            for name in names:
                if text := _swapped(question, f"{name}s", f"{next(n for n in names if n != name)}s"):
                    yield Reworded(question, "other name of a class", text, sparql)
                    return

    def _other_property(
        self, question: str, sparql: str, lang: str, chance: random.Random
    ) -> Iterator[Reworded]:
        """Another property with plain values of the same class, by its label."""
        for iri, prop in sorted(self.ontology.properties.items()):
            short = f"def:{iri.rsplit('/')[-1]}"
            label = re.sub(r"\s*\(.*\)", "", self.ontology.label(iri, lang)).lower()
            if not re.search(rf"{short}\b", sparql) or label not in question.lower():
                continue
            mine = {u.object for u in self.ontology.uses_of(iri) if u.literal}
            others = [
                o
                for o, p in sorted(self.ontology.properties.items())
                if o != iri
                and p.domains == prop.domains
                and mine & {u.object for u in self.ontology.uses_of(o) if u.literal}
            ]
            if others:
                other = chance.choice(others)
                said = re.sub(r"\s*\(.*\)", "", self.ontology.label(other, lang)).lower()
                text = _exchanged(question, label, said)
                new = sparql.replace(short, f"def:{other.rsplit('/')[-1]}")
                yield Reworded(question, "other property", text, new)
                return


def _other_values(question: str, sparql: str, chance: random.Random) -> Iterator[Reworded]:
    """Another year, or another number where it stands in question and query as it is."""
    for year in re.findall(r"\b20[012]\d\b", question):
        if f'"{year}-' in sparql:
            new = str(int(year) - chance.choice((1, 2)))
            yield Reworded(question, "other date", question.replace(year, new), sparql.replace(year, new))
            return
    for number in re.findall(r"(?<![\w,.])\d+(?![\w,.])", question):
        if re.search(rf"(?:[<>]=? |LIMIT ){number}\b", sparql) and int(number) > 1:
            new = str(int(number) + chance.choice((1, 2, 5)))
            text = re.sub(rf"\b{number}\b", new, question)
            yield Reworded(question, "other number", text, re.sub(rf"\b{number}\b", new, sparql))
            return


def _exchanged(text: str, old: str, new: str) -> str:
    """The text with a name in the place of another, wherever that stands."""
    return re.sub(re.escape(old), lambda _: new, text, flags=re.IGNORECASE)


def _swapped(text: str, one: str, other: str) -> str:
    """The text with a phrase in the place of another; "" where that does not stand there."""
    found = re.search(rf"\b{re.escape(one)}\b", text, re.IGNORECASE)
    if not found:
        return ""
    new = other.capitalize() if found[0][0].isupper() else other
    return text[: found.start()] + new + text[found.end() :]


def _head(sparql: str) -> str:
    return sparql[: sparql.index("FILTER")] if "FILTER" in sparql else sparql[: sparql.index("HAVING")]


def _tail(sparql: str) -> str:
    return sparql[len(_head(sparql)) :]


def _reversed(sparql: str) -> str:
    order = re.search(r"ORDER BY (DESC\((\S+)\)|(\S+))", sparql)
    assert order
    new = order[2] or f"DESC({order[3]})"
    return sparql.replace(order[0], f"ORDER BY {new}")
