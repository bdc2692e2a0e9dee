"""Two companies that differ only in what is closed to somebody, and what that person may try: queries by a
small grammar, questions, follow-ups of others' questions, choices, lookups. Everything that is told is
compared.

Classes and properties are closed in a file. A named graph is closed in a SPARQL server that keeps its graphs
apart, and in a file, where the default graph holds it as well. What a model hears is in `alike_models.py`,
what buttons do in `alike_presses.py`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.desk.offers import Offer, Verified
from bot.platforms.doors import Looking
from bot.platforms.doors.shapes import Card, Check, Search
from bot.platforms.doors.tokens import Caller
from bot.wiring.doors import kits_of
from bot.wiring.found import finder
from bot.wiring.offers import offers_of
from bot.wiring.rights import ByRights
from kgqa.conversation import turn_of
from kgqa.trace import as_json
from kgqa.types import Answer, Pin, Question, Turn
from tests.bot.payroll import DEF, IDS, PREFIXES, by_rights, question, quiet, settings_in
from tests.doubles.oxigraph import oxigraph

SCHEMA = """
def:Employee a owl:Class ; rdfs:label "employee" . def:Manager a owl:Class ; rdfs:label "manager" ;
  rdfs:subClassOf def:Employee . def:Team a owl:Class ; rdfs:label "team" .
def:Case a owl:Class ; rdfs:label "case" . def:Warning a owl:Class ; rdfs:label "warning" ;
  rdfs:subClassOf def:Case .
def:Employee owl:disjointWith def:Team , def:Case . def:Team owl:disjointWith def:Case .
def:salary a owl:DatatypeProperty ; rdfs:label "salary" ; rdfs:domain def:Employee ; rdfs:range xsd:integer .
def:bonus a owl:DatatypeProperty ; rdfs:label "bonus" ; rdfs:subPropertyOf def:salary .
def:badge a owl:DatatypeProperty ; rdfs:label "badge" ; rdfs:domain def:Employee ; rdfs:range xsd:string .
def:phone a owl:DatatypeProperty ; rdfs:label "phone" ; rdfs:domain def:Employee ; rdfs:range xsd:string .
def:level a owl:DatatypeProperty ; rdfs:label "level" ; rdfs:domain def:Employee ; rdfs:range xsd:integer .
def:worksIn a owl:ObjectProperty ; rdfs:label "works in" ; rdfs:domain def:Employee ; rdfs:range def:Team .
def:concerns a owl:ObjectProperty ; rdfs:label "concerns" ; rdfs:domain def:Case ; rdfs:range def:Employee .
"""
ACCESS = """
[groups.pay]
people = ["slack:T1:UPIA"]
[groups.law]
people = ["slack:T1:ULEX"]
[[closed]]
name = "pay"
properties = ["def:salary", "def:badge"]
open_to.groups = ["pay"]
[[closed]]
name = "cases"
classes = ["def:Case"]
open_to.groups = ["law"]
"""
VAULT, ARCHIVE = "https://pay.example/graph/vault", "https://pay.example/graph/archive"
WITH_VAULT = f"""{ACCESS}
[[closed]]
name = "vault"
graphs = ["{VAULT}"]
open_to.groups = ["law"]
"""
RIGHTS: dict[str, tuple[str, ...]] = {
    "all closed": ("cases", "pay"),
    "pay closed": ("pay",),
    "cases closed": ("cases",),
}
VAULTS: dict[str, tuple[str, ...]] = {
    "a graph closed in a server": ("vault",),
    "a graph and all else closed in a server": ("cases", "pay", "vault"),
    "a graph closed in a file": ("vault",),
}
FIRST = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida")
LAST = ("Berg", "Ochs", "Quint", "Ries")
TEAMS = ("Sales", "Works", "Repair")
TITLES = (
    "Missing forklift",
    "Late report",
    "Ada Berg",
    "Sales",
    "Ochs against Ries",
    "Cleo",
    "Salary of Ben Ochs",
)
BADGES = ("Sales", "B-17", "Ada", "Repair crew", "badge of honour")


@dataclass(frozen=True, slots=True)
class Company:
    """Triples, by what closes them."""

    open: tuple[str, ...]
    pay: tuple[str, ...]
    cases: tuple[str, ...]
    vault: tuple[str, ...] = ()  # of a named graph
    archive: tuple[str, ...] = ()  # of a named graph that is open

    def without(self, closed_by: tuple[str, ...]) -> str:
        """The graph without what these rules close."""
        lines = [*self.open]
        lines += self.pay if "pay" not in closed_by else ()
        lines += self.cases if "cases" not in closed_by else ()
        if self.vault:  # a graph without any triple ends the start
            inside = self.vault if "vault" not in closed_by else ()
            lines += (f"<{VAULT}> {{", ':vault def:phone "+49 0" .', *inside, "}")
        if self.archive:
            lines += (f"<{ARCHIVE}> {{", *self.archive, "}")
        return PREFIXES + SCHEMA + "\n".join(lines) + "\n"


def company(chance: random.Random) -> Company:
    """One by chance; what is open in it is so whatever is closed."""
    teams = [f':t{n} a def:Team ; rdfs:label "{name}" .' for n, name in enumerate(TEAMS)]
    people, pay, cases = [], [], []
    for n in range(chance.randint(5, 9)):
        kind = chance.choice(("Employee", "Employee", "Manager"))
        name = f"{chance.choice(FIRST)} {chance.choice(LAST)}"
        people.append(
            f':p{n} a def:{kind} ; rdfs:label "{name}" ; def:worksIn :t{chance.randrange(len(TEAMS))} ; '
            f'def:level {chance.randint(1, 3)} ; def:phone "+49 {n}" .'
        )
        for prop, value in (("salary", 3_000 + n), ("bonus", 100 + n)):
            if chance.random() < 0.7:
                pay.append(f":p{n} def:{prop} {value} .")
        if chance.random() < 0.5:
            pay.append(f':p{n} def:badge "{chance.choice(BADGES)}" .')
    for n in range(chance.randint(1, 6)):
        kind = chance.choice(("Case", "Warning"))
        cases.append(
            f':c{n} a def:{kind} ; rdfs:label "{chance.choice(TITLES)}" ; '
            f"def:concerns :p{chance.randrange(5)} ; "
            f'def:grade "{chance.choice("ABC")}" .'
        )
    return Company((*teams, *people), tuple(pay), tuple(cases))


def with_vault(chance: random.Random) -> Company:
    """A company with a named graph of people, teams, a class and a property that stand nowhere else."""
    made = company(chance)
    vault = [f':t9 a def:Team ; rdfs:label "{chance.choice(BADGES)}" .']
    for n in range(chance.randint(1, 6)):
        name = f"{chance.choice(FIRST)} {chance.choice(LAST)}"
        vault += (
            f':v{n} a def:{chance.choice(("Employee", "Manager", "Agent"))} ; rdfs:label "{name}" .',
            f':v{n} def:worksIn :t{chance.choice((0, 1, 9))} ; def:code "{chance.choice(BADGES)}" .',
            f':v{n} def:phone "+49 {n}" .',
            f":p{n} def:level {chance.randint(1, 9)} .",
        )
    archive = (':t0 def:phone "+49 100" .', ':a0 a def:Team ; rdfs:label "Archive" .')
    return Company(made.open, made.pay, made.cases, tuple(vault), archive)


# ── what may be tried ────────────────────────────────────────────────────────────────────────────

GRAPHS = (VAULT, ARCHIVE, "https://pay.example/graph/nothing")
THINGS = (":p0", ":p4", ":t0", ":c0", ":c5", ":v0", f"<{VAULT}>", ":nothing")
CLASSES = (
    *("def:Employee", "def:Manager", "def:Team", "def:Case", "def:Warning", "def:Agent", "def:None", "?t"),
)
PATHS = (
    "def:code",
    *("def:salary", "def:bonus", "def:badge", "def:concerns", "def:grade", "def:phone", "def:level"),
    *("def:worksIn", "rdfs:label", "?p", "a", "^def:concerns", "!def:phone", "(def:worksIn|def:salary)"),
    *("def:worksIn/rdfs:label", "^def:concerns/def:grade", "def:concerns*", "def:worksIn?", "def:nothing"),
    *("(!def:worksIn)*", "def:worksIn/^def:worksIn", "^def:worksIn/def:salary", "a/rdfs:subClassOf*"),
)
HEADS = (
    *("SELECT *",) * 4,
    *("SELECT ?x", "SELECT DISTINCT ?y", "SELECT (COUNT(*) AS ?n)", "SELECT (SUM(?y) AS ?n)", "ASK"),
    *("DESCRIBE ?x", "CONSTRUCT { ?x ?p ?y }", "SELECT ?t (COUNT(?x) AS ?n)", "SELECT (:c0 AS ?z)"),
)
STARTS = ("?x a def:Employee .", "?x a def:Team .", "?x def:worksIn ?w .", "")
GUARD = "FILTER NOT EXISTS { ?x a/rdfs:subClassOf* def:Case }"


def query(chance: random.Random) -> str:
    """One query by chance."""
    where = [chance.choice((*STARTS, *(f"?x a {cls} ." for cls in CLASSES)))]
    for _ in range(chance.choice((0, 1, 1, 2))):
        path = chance.choice(PATHS)
        end = chance.choice(("?y", "?y", "?y", "?z", chance.choice(THINGS), '"Sales"', "3001"))
        start = chance.choice(("?x", "?x", "?x", "?y", chance.choice(THINGS)))
        pattern = f"{start} {path} {end} ."
        where.append(chance.choice((pattern,) * 4 + (f"OPTIONAL {{ {pattern} }}", f"MINUS {{ {pattern} }}")))
    if chance.random() < 0.25:
        where.append(GUARD)
    if chance.random() < 0.4:
        thing, path = chance.choice(THINGS), chance.choice(PATHS)
        where.append(
            chance.choice(
                (
                    f"VALUES ?x {{ {thing} :p1 }}",
                    f"VALUES ?t {{ {chance.choice(CLASSES[:-1])} }}",
                    f"VALUES ?p {{ {chance.choice(PATHS[:9])} }}",
                    f"FILTER(?x != {thing})",
                    f"FILTER(?y IN ({thing}, 3001))",
                    f"BIND({thing} AS ?z)",
                    f"FILTER EXISTS {{ ?x {path} ?w }}",
                    f"FILTER NOT EXISTS {{ ?w {path} ?x }}",
                    f"{{ ?x {path} ?y }} UNION {{ ?x def:phone ?y }}",
                    f"{{ SELECT ?x (COUNT(?w) AS ?k) WHERE {{ ?x {path} ?w }} GROUP BY ?x }}",
                    f"GRAPH ?g {{ ?x {path} ?y }}",
                    f"GRAPH <{chance.choice(GRAPHS)}> {{ ?x {path} ?y }}",
                    f"GRAPH ?g {{ ?x {path} ?y }} FILTER(?g != <{chance.choice(GRAPHS)}>)",
                    f"VALUES ?g {{ <{VAULT}> <{ARCHIVE}> }} GRAPH ?g {{ ?x {path} ?y }}",
                    f"MINUS {{ GRAPH <{chance.choice(GRAPHS)}> {{ ?x {path} ?w }} }}",
                )
            )
        )
    head = chance.choice(HEADS)
    end = " GROUP BY ?t" if head.startswith("SELECT ?t") else chance.choice(("", "", "", " LIMIT 1"))
    prefixes = f"PREFIX def: <{DEF}> PREFIX : <{IDS}> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
    of = chance.choice(("",) * 8 + (f" FROM <{VAULT}>", f" FROM NAMED <{VAULT}>", f" FROM <{ARCHIVE}>"))
    return f"{prefixes}{head}{of} WHERE {{ {' '.join(where)} }}{end}"


def names(chance: random.Random) -> str:
    """What somebody may say for a thing: open, closed, or nobody's."""
    person = f"{chance.choice(FIRST)} {chance.choice(LAST)}"
    return chance.choice((person, person, *TEAMS, *TITLES, *BADGES, "Ada", "Zoe Nobody", "3001"))


QUESTIONS = (
    "What is the salary of {name}?",
    "What is the {prop} of {name}?",
    "Which employees have a {prop} above {number}?",
    "How many {kinds} are there?",
    "How many {kinds} concern {name}?",
    "Who works in {name}?",
    "Which {kinds} concern {name}?",
    "Which employee has the highest {prop}?",
    "List all {kinds} with their {prop}",
    "Average {prop} by team",
    "{name}",
    "Tell me everything about {name}",
    "Is {name} a {kind}?",
    "employees without a {prop}",
    "{kinds} by {prop}",
    "Who is {name}?",
    "Which team does {name} work in?",
    "Was ist das Gehalt von {name}?",
    "Wie viele {kinds} gibt es?",
    "Who has the badge {name}?",
    "{prop} {name}",
    "why is {name} a {kind}?",
)
FOLLOWS = (
    "and of {name}?",
    "why?",
    "what did you assume?",
    "their {prop}?",
    "how many are these?",
    "2",
    "the first",
)


def words(chance: random.Random, patterns: tuple[str, ...] = QUESTIONS) -> str:
    """One question by chance."""
    kind = chance.choice(("employee", "manager", "team", "case", "warning", "gizmo"))
    return chance.choice(patterns).format(
        name=names(chance),
        prop=chance.choice(("salary", "bonus", "badge", "phone", "level", "grade", "price")),
        number=chance.choice((1, 2, 110, 3_001)),
        kind=kind,
        kinds=f"{kind}s",
    )


# ── what is told ─────────────────────────────────────────────────────────────────────────────────


def told(answer: Answer) -> dict[str, Any]:
    """All that is shown of an answer, but for the time it took and the print of the whole graph."""
    whole = as_json(answer)
    shown = {k: v for k, v in whole.items() if k not in ("graph", "seconds", "spent")}
    shown["trace"] = [{k: v for k, v in step.items() if k != "seconds"} for step in whole["trace"]]
    shown["rows"] = sorted(map(repr, whole["rows"]))
    rest = (answer.choices, answer.others, answer.suggestions, answer.display, answer.assumed, answer.taken)
    return shown | {"rest": repr(rest), "closed": answer.question.closed_by}


@dataclass(frozen=True)
class Side:
    """One company, as it answers."""

    core: ByRights

    def ask(self, asked: Question) -> Answer:
        return asyncio.run(self.core.answer(asked, quiet))

    def turns(self, texts: tuple[str, ...]) -> tuple[Turn, ...]:
        """A thread of somebody to whom nothing is closed."""
        history: tuple[Turn, ...] = ()
        for text in texts:
            history = (*history, turn_of(self.ask(question(text, (), history))))
        return history

    def offers(self) -> list[tuple[Offer, Verified, object]]:
        """What is offered, which verified questions, and which that were tried."""
        return [
            (replace(o, name="", verified=tuple, tried=dict), o.verified(), o.tried())
            for o in offers_of(self.core)
        ]


@dataclass
class Tried:
    """How many attempts there were of each kind, and how many of them were answered with something."""

    count: dict[str, int] = field(default_factory=dict)
    answered: int = 0

    def add(self, kind: str) -> None:
        self.count[kind] = self.count.get(kind, 0) + 1


def crowded(chance: random.Random) -> Company:
    """A company in which what is closed has the names of what is open, many times over."""
    made = company(chance)
    titles = tuple(
        f':k{n} a def:Case ; rdfs:label "{word} {n}" ; def:concerns :p1 .'
        for n in range(130)
        for word in ("Berg", "Repair", "Ada Berg number")
    )
    badges = tuple(f':p{n % 5} def:badge "Berg {n}" .' for n in range(130))
    return Company(made.open, made.pay + badges, made.cases + titles)


def sides_of(made: Company, closed_by: tuple[str, ...]) -> dict[str, str]:
    """A company, and the same without what these rules close."""
    return {"whole": made.without(()), "less": made.without(closed_by)}


@contextmanager
def two(
    folder: Path, made: Company, closed_by: tuple[str, ...], *, served: bool = False
) -> Iterator[tuple[Side, Side]]:
    """Both, open; `served` by a SPARQL server each."""
    with ExitStack() as open_:
        sides = []
        for name, graph in sides_of(made, closed_by).items():
            settings = settings_in(folder / name, WITH_VAULT if made.vault else ACCESS, graph)
            if made.vault:
                file = folder / name / "company.trig"
                file.write_text(graph)
                source = str(file)
                if served:
                    source = open_.enter_context(oxigraph(folder / name / "server", file))
                settings = settings.model_copy(update={"graph": source, "graph_name": "company"})
            sides.append(Side(open_.enter_context(by_rights(settings))))
        yield sides[0], sides[1]


def compared(folder: Path, seed: int, rights: str, count: int) -> Tried:
    """Makes so many attempts at both; raises where they are told apart."""
    chance, tried = random.Random(seed), Tried()  # noqa: S311 - the same in every run
    closed_by, has_vault = {**RIGHTS, **VAULTS}[rights], rights in VAULTS
    served = has_vault and rights.endswith("server")
    both = (with_vault if has_vault else company)(chance)
    with two(folder, both, closed_by, served=served) as (whole, less):
        if whole.core.closed_by.of(closed_by) == whole.core.closed_by.least:
            offered = [asyncio.run(each.core.kit.examples.tried()) for each in (whole, less)]
            assert offered[0] == offered[1]
            assert whole.offers() == less.offers()
        for number in range(count):
            kind, attempt = attempted(chance, number)
            one, other = made(whole, attempt, closed_by), made(less, attempt, closed_by)
            assert one == other, (kind, attempt)
            tried.add(kind)
            tried.answered += '"answered"' in repr(one) or "'answered'" in repr(one)
    return tried


Attempt = tuple[str, str, tuple[str, ...]]


def attempted(chance: random.Random, number: int) -> tuple[str, Attempt]:
    """What is tried: a query, words, a follow-up of what another asked, a choice, a lookup."""
    kind = ("query", "query", "query", "words", "words", "follow-up", "choice", "lookup")[number % 8]
    match kind:
        case "query":
            return kind, (kind, query(chance), ())
        case "follow-up":
            before = tuple(words(chance) for _ in range(chance.randint(1, 2)))
            return kind, (kind, words(chance, (*FOLLOWS, *QUESTIONS[:4])), before)
        case "choice":
            term = chance.choice(
                (DEF + "salary", DEF + "Case", IDS + "c0", IDS + "p1", IDS + "nothing", DEF + "level")
            )
            return kind, (kind, words(chance), (names(chance), term))
        case _:
            return kind, (kind, words(chance), ())


def made(side: Side, attempt: Attempt, closed_by: tuple[str, ...]) -> Any:
    """All that is told of it."""
    kind, text, more = attempt
    match kind:
        case "query":
            return told(side.ask(question("a query", closed_by, query=text)))
        case "follow-up":
            return told(side.ask(question(text, closed_by, side.turns(more))))
        case "choice":
            mention = next((w for w in text.split() if len(w) > 3), text)
            pins = (Pin(mention=mention, term=more[1]),)
            return told(side.ask(replace(question(text, closed_by), pins=pins)))
        case "lookup":
            return asyncio.run(_looked_up(side, text, closed_by))
        case _:
            return told(side.ask(question(text, closed_by)))


async def _looked_up(side: Side, text: str, closed_by: tuple[str, ...]) -> Any:
    """What is told without a question: names while one types, the doors' search, check and card."""
    await side.core.made(closed_by)
    find = finder(side.core)
    assert find is not None
    word = text.rstrip("?").split()[-1]

    async def closed_to(_: Caller) -> frozenset[str]:
        return frozenset(closed_by)

    looking, caller = Looking(kits_of(side.core), closed_to), Caller(name="anybody", graphs=())
    return (
        await find(word, 5, (), frozenset(closed_by)),
        await find(word[:3], 5, (), frozenset(closed_by)),
        await looking.search(caller, Search(words=word)),
        await looking.search(caller, Search(words=text)),
        await looking.card(caller, Card(question=text)),
        await looking.check(caller, Check(query=query(random.Random(text)))),  # noqa: S311 - of the text alone
    )
