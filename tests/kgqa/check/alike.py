"""Two graphs that differ in closed data alone, and queries made up by a small grammar: what an asker is told
of each by the one and by the other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pyoxigraph as ox

from kgqa.check import Conditions, check
from kgqa.check.conditions import Closed
from kgqa.check.looking import looked_up
from kgqa.declared import read_ontology
from kgqa.observed import profile
from kgqa.ontology import RDF_TYPE, RDFS, Ontology
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Limits
from tests.doubles.graph import SmallGraph
from tests.kgqa.check.test_closed_tells_nothing import ENDS, EX, PEOPLE, SCHEMA, TASKS, named

CLOSED = Closed(
    classes=frozenset((EX + "Spy",)),
    properties=frozenset((EX + "wage", EX + "bonus", EX + "reads", EX + "readBy")),
)
# A schema that says of classes alone how they lie: what the properties are, only the data tells.
BARE = f"""@prefix ex: <{EX}> . @prefix rdfs: <{RDFS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:Task a owl:Class . ex:Guest rdfs:subClassOf ex:Person . ex:Staff rdfs:subClassOf ex:Person .
ex:Spy rdfs:subClassOf ex:Person . ex:Mole rdfs:subClassOf ex:Spy ."""
SCHEMAS = {"declared": SCHEMA, "bare": BARE}
SPIES = frozenset((named("p3"), named("p4")))
SHUT = frozenset(named(p) for p in ("wage", "bonus", "reads", "readBy"))

# Things: open ones, closed ones, one that only closed ones lead to, and some that there are not.
THINGS = tuple(f"ex:{thing}" for thing in ("p1", "p5", "t1", "p3", "p4", "w1", "nobody", "p33"))
TEXTS = tuple(f'"n{thing}"' for thing in ("p1", "t1", "p3", "p33"))
CLASSES = ("ex:Task", "ex:Staff", "ex:Person", "ex:Guest", "ex:Spy", "ex:Mole", "?t", "ex:Nothing")
PROPERTIES = (*(f"ex:{p}" for p in ENDS), "ex:name", "ex:code", "ex:cover", "ex:nothing", "rdfs:label", "?p")
GUARD = "FILTER NOT EXISTS { ?x a/rdfs:subClassOf* ex:Spy }"
FITTING = (  # what is open, with what it is asked of
    *("?x a ex:Task ; ex:hours ?y .", "?x a ex:Task ; ex:next ?y .", "?x a ex:Task ; ex:name ?y ."),
    *("?x a ex:Staff ; ex:does ?y .", "?x ex:does ?y . ?y ex:next ?z .", "?x a ex:Staff ; ex:name ?y ."),
    f"?x a ex:Person ; ex:name ?y {GUARD}",
)
HEADS = (
    *("SELECT *",) * 4,
    *("SELECT ?x", "SELECT DISTINCT ?y", "SELECT (COUNT(*) AS ?n)", "ASK", "DESCRIBE ?x"),
    "SELECT ?t (COUNT(?x) AS ?n)",
    "SELECT (ex:p3 AS ?z)",
    "SELECT (ex:p33 AS ?z)",
)


@dataclass(frozen=True, slots=True)
class Told:
    """All that an asker hears of a query."""

    passed: bool
    issues: tuple[tuple[str, ...], ...]
    mended: tuple[str, ...]
    rows: tuple[str, ...] = ()

    @property
    def has_rows(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True, slots=True)
class Side:
    """A graph, with what is known of it."""

    graph: SmallGraph
    ontology: Ontology

    async def told(self, query: str) -> Told:
        parsed = parse(query, self.ontology.prefixes)
        assert isinstance(parsed, ParsedQuery), query
        conditions = await looked_up(parsed, self.graph, self.ontology, Conditions(closed=CLOSED))
        verdict = check(query, self.ontology, conditions)
        repair = repaired(query, self.ontology, conditions)
        mended = repair.text if isinstance(repair.verdict, CheckedQuery) else ""
        rows: tuple[str, ...] = ()
        if isinstance(verdict, CheckedQuery):
            table = await self.graph.run(verdict, Limits())
            rows = tuple(sorted(map(str, table.rows))) or (str(table.boolean),) * bool(table.boolean)
        return Told(
            passed=isinstance(verdict, CheckedQuery),
            issues=tuple(
                (i.rule, i.level, str(i.message), str(i.hint))
                for i in (verdict.warnings if isinstance(verdict, CheckedQuery) else verdict)
            ),
            mended=(mended, *map(str, repair.options)),
            rows=rows,
        )


async def sides(chance: random.Random, schema: str) -> tuple[Side, Side]:
    """A graph, and the same without its closed data; its closed data keep to the schema."""
    data = {
        ox.Triple(named(thing), ox.NamedNode(RDF_TYPE), named(c)) for thing, c in {**PEOPLE, **TASKS}.items()
    }
    data |= {ox.Triple(named(thing), named("name"), ox.Literal(f"n{thing}")) for thing in (*PEOPLE, *TASKS)}
    for prop, (starts, ends) in ENDS.items():
        for _ in range(chance.randint(0 if prop == "about" else 1, 4)):
            end = chance.choice(list(ends))
            value = ox.Literal(end) if isinstance(end, int) else named(end)
            data.add(ox.Triple(named(chance.choice(list(starts))), named(prop), value))
    data |= {
        ox.Triple(named("p3"), named("code"), ox.Literal("X1")),
        ox.Triple(named("p3"), named("cover"), named("p1")),
        ox.Triple(named("p4"), named("about"), named("w1")),
    }
    less = {t for t in data if not {t.subject, t.object} & SPIES and t.predicate not in SHUT}
    given = read_ontology(schema, "ttl", "schema")
    made = []
    for triples in (data, less):
        text = ox.serialize(sorted(triples, key=str), format=ox.RdfFormat.N_TRIPLES)
        assert text is not None
        graph = SmallGraph(f"{schema}\n{text.decode()}")
        made.append(Side(graph, await profile(graph, given)))
    return made[0], made[1]


def written(chance: random.Random) -> str:
    """One query by chance."""
    where = [chance.choice((*FITTING, *FITTING, *(f"?x a {cls} ." for cls in CLASSES)))]
    for _ in range(chance.choice((0, 0, 1, 2))):
        prop = chance.choice(PROPERTIES)
        end = chance.choice(("?y", "?y", "?y", "?z", chance.choice(THINGS), chance.choice(TEXTS)))
        start = chance.choice(("?x", "?x", "?x", "?y", chance.choice(THINGS)))
        pattern = f"{start} {prop} {end} ."
        where.append(chance.choice((pattern, pattern, pattern, f"OPTIONAL {{ {pattern} }}")))
    if chance.random() < 0.3:
        where.append(GUARD)
    if chance.random() < 0.35:
        thing, text = chance.choice(THINGS), chance.choice(TEXTS)
        where.append(
            chance.choice(
                (
                    f"VALUES ?x {{ {thing} ex:p5 }}",
                    f"VALUES ?p {{ {chance.choice(PROPERTIES[:-1])} }}",
                    f"FILTER(?x != {thing})",
                    f"FILTER(?y IN ({thing}, {text}))",
                    f"BIND({thing} AS ?z)",
                    f"FILTER EXISTS {{ ?x {chance.choice(PROPERTIES)} ?w }}",
                    f"MINUS {{ ?x {chance.choice(PROPERTIES)} ?w }}",
                )
            )
        )
    head, end = chance.choice(HEADS), ""
    if head.startswith("SELECT ?t"):
        end = " GROUP BY ?t"
    return f"PREFIX ex: <{EX}> PREFIX rdfs: <{RDFS}> {head} WHERE {{ {' '.join(where)} }}{end}"


async def compared(seed: int, schema: str, count: int) -> tuple[int, int]:
    """Holds so many queries against both graphs; how many passed, and how many of those have rows."""
    chance = random.Random(seed)  # noqa: S311 - the same queries in every run
    one, other = await sides(chance, schema)
    passed = full = 0
    for _ in range(count):
        query = written(chance)
        if not isinstance(parse(query), ParsedQuery):
            continue
        told = await one.told(query)
        assert told == await other.told(query), query
        passed += told.passed
        full += told.has_rows
    return passed, full
