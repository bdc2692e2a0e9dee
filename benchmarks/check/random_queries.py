"""Random gold queries over a graph, each with rows: patterns are walked in the data itself.

In: the data, the prefixes. Out: texts in a few dozen shapes: chains and stars, with filters, OPTIONAL, UNION,
MINUS, NOT EXISTS, paths, counts, subqueries; the same each time. Since the data does not contradict its
ontology, what was walked in it does not either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rdflib import RDF, RDFS, Literal, URIRef

from benchmarks.check.facts import Quad
from benchmarks.check.mutants.vocabulary import Chance

LABEL = RDFS.label


@dataclass(slots=True)
class _Data:
    """The data for walking: links from a thing and to it, its values, its class."""

    out: dict[URIRef, list[tuple[URIRef, URIRef]]] = field(default_factory=lambda: defaultdict(list))
    back: dict[URIRef, list[tuple[URIRef, URIRef]]] = field(default_factory=lambda: defaultdict(list))
    values: dict[URIRef, list[tuple[URIRef, Literal]]] = field(default_factory=lambda: defaultdict(list))
    kind: dict[URIRef, URIRef] = field(default_factory=dict)
    label: dict[URIRef, Literal] = field(default_factory=dict)


@dataclass(slots=True)
class _Writer:
    data: _Data
    chance: Chance
    prefixes: Mapping[str, str]

    def iri(self, iri: URIRef) -> str:
        for prefix, space in self.prefixes.items():
            local = str(iri).removeprefix(space)
            if local != str(iri) and local.replace("_", "").isalnum():
                return f"{prefix}:{local}"
        return f"<{iri}>"

    def start(self) -> URIRef:
        """A thing with at least two links."""
        things = [t for t in self.data.kind if len(self.data.out[t]) >= 2]
        return self.chance.pick(things)

    def hop(self, thing: URIRef, name: str, to: str) -> tuple[str, URIRef]:
        """A pattern from a thing to another, in either direction, and where it leads."""
        out, back = self.data.out[thing], self.data.back[thing]
        if back and (not out or not self.chance.below(3)):
            p, end = self.chance.pick(back)
            return f"?{to} {self.iri(p)} ?{name} .", end
        p, end = self.chance.pick(out)
        return f"?{name} {self.iri(p)} ?{to} .", end

    def typed(self, thing: URIRef, name: str) -> str:
        return f"?{name} a {self.iri(self.data.kind[thing])} ."

    def value(self, thing: URIRef) -> tuple[URIRef, Literal]:
        found = [v for v in self.data.values[thing] if v[0] != LABEL] or self.data.values[thing]
        return self.chance.pick(found)


def random_queries(data: Sequence[Quad], prefixes: Mapping[str, str], rounds: int, seed: str) -> list[str]:
    """One query of each shape in every round."""
    known = _read(data)
    texts = []
    for number in range(rounds):
        for shape in SHAPES:
            writer = _Writer(known, Chance(f"{seed}/{number}/{shape.__name__}"), prefixes)
            texts.append(_with_prefixes(shape(writer), prefixes))
    return list(dict.fromkeys(texts))


# ── shapes ───────────────────────────────────────────────────────────────────────────────────────


def _one_hop(w: _Writer) -> str:
    thing = w.start()
    p, _ = w.chance.pick(w.data.out[thing])
    return f"SELECT ?x WHERE {{ {w.iri(thing)} {w.iri(p)} ?x . }}"


def _into(w: _Writer) -> str:
    thing = w.start()
    p, end = w.chance.pick(w.data.out[thing])
    return f"SELECT ?x WHERE {{ ?x {w.iri(p)} {w.iri(end)} . }}"


def _chain(w: _Writer) -> str:
    first, middle = w.hop(thing := w.start(), "a", "b")
    second, _ = w.hop(middle, "b", "c")
    return f"SELECT ?a ?c WHERE {{ {w.typed(thing, 'a')} {first} {second} }}"


def _long_chain(w: _Writer) -> str:
    first, one = w.hop(thing := w.start(), "a", "b")
    second, two = w.hop(one, "b", "c")
    third, _ = w.hop(two, "c", "d")
    return f"SELECT ?a ?name WHERE {{ {w.typed(thing, 'a')} {first} {second} {third} ?d rdfs:label ?name . }}"


def _star(w: _Writer) -> str:
    thing = w.start()
    links = w.chance.shuffled(dict(w.data.out[thing]).items())[:2]
    body = " ".join(f"?x {w.iri(p)} ?y{n} ." for n, (p, _) in enumerate(links))
    return f"SELECT ?name ?y0 WHERE {{ {w.typed(thing, 'x')} ?x rdfs:label ?name . {body} }}"


def _named(w: _Writer) -> str:
    thing = w.start()
    pattern, _ = w.hop(thing, "x", "y")
    label = str(w.data.label[thing]).replace("\\", "\\\\").replace('"', '\\"')
    return f'SELECT ?y WHERE {{ ?x rdfs:label "{label}" . {pattern} }}'


def _filtered(w: _Writer) -> str:
    thing = w.chance.pick([t for t, vs in w.data.values.items() if any(p != LABEL for p, _ in vs)])
    p, value = w.value(thing)
    body = f"{w.typed(thing, 'x')} ?x rdfs:label ?name ; {w.iri(p)} ?v ."
    return f"SELECT ?name WHERE {{ {body} FILTER (?v <= {value.n3()}) }}"


def _optional(w: _Writer) -> str:
    first, _ = w.hop(thing := w.start(), "x", "y")
    second, _ = w.hop(thing, "x", "z")
    return f"SELECT ?x ?y ?z WHERE {{ {w.typed(thing, 'x')} {first} OPTIONAL {{ {second} }} }}"


def _counted(w: _Writer) -> str:
    pattern, _ = w.hop(w.start(), "x", "y")
    return f"SELECT ?y (COUNT(?x) AS ?n) WHERE {{ {pattern} }} GROUP BY ?y ORDER BY DESC(?n) ?y LIMIT 3"


def _total(w: _Writer) -> str:
    pattern, _ = w.hop(thing := w.start(), "x", "y")
    return f"SELECT (COUNT(DISTINCT ?y) AS ?n) WHERE {{ {w.typed(thing, 'x')} {pattern} }}"


def _minus(w: _Writer) -> str:
    first, _ = w.hop(thing := w.start(), "x", "y")
    p, end = w.chance.pick(w.data.out[thing])
    return f"SELECT ?x WHERE {{ {w.typed(thing, 'x')} {first} MINUS {{ ?x {w.iri(p)} {w.iri(end)} }} }}"


def _not_exists(w: _Writer) -> str:
    first, _ = w.hop(thing := w.start(), "x", "y")
    second, _ = w.hop(thing, "x", "z")
    kind = w.iri(w.data.kind[thing])
    return f"SELECT ?x ?y WHERE {{ {first} FILTER NOT EXISTS {{ {second} }} ?x a {kind} . }}"


def _path(w: _Writer) -> str:
    thing = w.chance.pick([t for t in w.data.kind if any(w.data.out[e] for _, e in w.data.out[t])])
    p, end = w.chance.pick([(p, e) for p, e in w.data.out[thing] if w.data.out[e]])
    q, _ = w.chance.pick(w.data.out[end])
    return f"SELECT ?x ?name WHERE {{ {w.typed(thing, 'x')} ?x {w.iri(p)}/{w.iri(q)}/rdfs:label ?name . }}"


def _back_path(w: _Writer) -> str:
    p, end = w.chance.pick(w.data.out[w.start()])
    return f"SELECT ?y WHERE {{ {w.typed(end, 'x')} ?x ^{w.iri(p)} ?y . }}"


def _closure(w: _Writer) -> str:
    thing = w.start()
    pattern, _ = w.hop(thing, "x", "y")
    kind = w.iri(w.data.kind[thing])
    return f"SELECT ?x ?y WHERE {{ ?x a/rdfs:subClassOf* {kind} . {pattern} }}"


def _union(w: _Writer) -> str:
    thing = w.start()
    one, two = (w.chance.shuffled(w.data.out[thing]) * 2)[:2]
    return (
        f"SELECT ?y WHERE {{ {w.typed(thing, 'x')} "
        f"{{ ?x {w.iri(one[0])} ?y }} UNION {{ ?x {w.iri(two[0])} ?y }} }}"
    )


def _asked(w: _Writer) -> str:
    thing = w.start()
    p, end = w.chance.pick(w.data.out[thing])
    return f"ASK {{ {w.iri(thing)} {w.iri(p)} {w.iri(end)} . {w.iri(end)} a {w.iri(w.data.kind[end])} }}"


def _subquery(w: _Writer) -> str:
    first, middle = w.hop(w.start(), "x", "y")
    second, _ = w.hop(middle, "y", "z")
    inner = f"{{ SELECT ?y (COUNT(?x) AS ?n) WHERE {{ {first} }} GROUP BY ?y }}"
    return f"SELECT ?y ?n ?z WHERE {{ {inner} {second} }}"


def _given(w: _Writer) -> str:
    thing = w.start()
    pattern, _ = w.hop(thing, "x", "y")
    return f"SELECT ?y WHERE {{ VALUES ?x {{ {w.iri(thing)} }} {pattern} }}"


SHAPES: tuple[Callable[[_Writer], str], ...] = (
    _one_hop, _into, _chain, _long_chain, _star, _named, _filtered, _optional, _counted, _total, _minus,
    _not_exists, _path, _back_path, _closure, _union, _asked, _subquery, _given,
)  # fmt: skip


def _read(data: Sequence[Quad]) -> _Data:
    known = _Data()
    statements = [(s, p, o) for s, p, o in data if isinstance(s, URIRef) and isinstance(p, URIRef)]
    known.kind = {s: o for s, p, o in statements if p == RDF.type and isinstance(o, URIRef)}
    for s, p, o in statements:
        if isinstance(o, Literal):
            known.values[s].append((p, o))
            if p == LABEL:
                known.label[s] = o
        elif p != RDF.type and isinstance(o, URIRef) and o in known.kind:
            known.out[s].append((p, o))
            known.back[o].append((p, s))
    return known


def _with_prefixes(text: str, prefixes: Mapping[str, str]) -> str:
    return "".join(_declared(text, prefixes)) + text


def _declared(text: str, prefixes: Mapping[str, str]) -> Iterator[str]:
    for prefix, space in prefixes.items():
        if f" {prefix}:" in text or f"^{prefix}:" in text or f"/{prefix}:" in text:
            yield f"PREFIX {prefix}: <{space}>\n"
