"""Where gold queries come from: the sample company, folders of benchmarks, and two public ontologies.

In: names and folders. Out: for each a Source: its ontology as the check and as the oracle read it, its data,
its gold queries. The public ontologies get invented data, twenty queries written by hand and some walked at
random.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox
from rdflib import Graph

from benchmarks.check.facts import world_with
from benchmarks.check.invented_data import invented, text_of
from benchmarks.check.mutants import SEED
from benchmarks.check.random_queries import random_queries
from benchmarks.check.world import World, world_of
from connectors import sample
from connectors.embedded import EmbeddedGraph
from kgqa.check import Conditions
from kgqa.check.conditions import Things
from kgqa.check.looking import looked_up
from kgqa.check.things import things_in
from kgqa.declared import read_ontology
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse

HERE = Path(__file__).parent / "ontologies"
PUBLIC = ("org", "prov-o")
SHARED = Path("../shared/data")
FOLDERS = (SHARED / "ck25", SHARED / "cwd-scaled")
ROUNDS = 3  # of random queries, each with every shape
_NAMES = ("http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#prefLabel")
_PREFIXES = {
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "time": "http://www.w3.org/2006/time#",
    "org": "http://www.w3.org/ns/org#",
    "prov": "http://www.w3.org/ns/prov#",
}


@dataclass(frozen=True)
class Source:
    """Gold queries with their graph; `declared` and `data` are files."""

    name: str
    declared: str
    data: tuple[Path, ...]
    gold: Mapping[str, str]  # id -> query

    @cached_property
    def ontology(self) -> Ontology:
        """As it is declared."""
        return read_ontology(self.declared, "ttl", self.name)

    @cached_property
    def profiled(self) -> Ontology:
        """With what the data shows."""
        return asyncio.run(profile(self.graph, self.ontology))

    @cached_property
    def graph(self) -> EmbeddedGraph:
        """As the product opens it."""
        return EmbeddedGraph.open(self.data, name=self.name)

    @cached_property
    def store(self) -> ox.Store:
        return _loaded(self.data)

    @cached_property
    def world(self) -> World:
        return world_of(Graph().parse(data=self.declared, format="turtle"))

    @cached_property
    def world_shown(self) -> World:
        return world_with(self.world, self.store)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of things."""
        return {
            str(q.subject.value): q.object.value
            for p in _NAMES
            for q in self.store.quads_for_pattern(None, ox.NamedNode(p), None)
            if isinstance(q.object, ox.Literal) and isinstance(q.subject, ox.NamedNode)
        }

    @cached_property
    def kinds(self) -> dict[str, frozenset[str]]:
        """The classes of things."""
        found: dict[str, set[str]] = {}
        rdf_type = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
        for q in self.store.quads_for_pattern(None, rdf_type, None):
            if isinstance(q.subject, ox.NamedNode) and isinstance(q.object, ox.NamedNode):
                found.setdefault(q.subject.value, set()).add(q.object.value)
        return {iri: frozenset(kinds) for iri, kinds in found.items()}

    def things(self, text: str) -> Things:
        """The things that a query names, looked up as the product does it."""
        parsed = parse(text, self.profiled.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return {}
        return asyncio.run(things_in(parsed, self.graph, self.profiled))

    def looked_up(self, text: str) -> Conditions:
        """All that the product looks up for a query."""
        parsed = parse(text, self.profiled.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return Conditions()
        return asyncio.run(looked_up(parsed, self.graph, self.profiled, Conditions()))


def sources(names: list[str], work: Path, *, seed: int = SEED) -> Iterator[Source]:
    """The sources of these names or folders; all that are there for none. `work` is for files."""
    found = [str(f) for f in FOLDERS if (f / "questions.jsonl").exists()]
    for name in names or ["sample", *PUBLIC, *found]:
        if name == "sample":
            yield sample_company(work)
        elif name in PUBLIC:
            yield public(name, work, seed=seed)
        else:
            yield folder(Path(name))


def sample_company(work: Path) -> Source:
    gold = {q.id: q.sparql for q in sample.questions() if q.sparql}
    return Source("sample", sample.ontology_text(), sample.graph_files(work / "sample"), gold)


def folder(path: Path) -> Source:
    """A folder with kg.ttl, ontology.ttl and questions.jsonl."""
    lines = (path / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines if line.strip()]
    return Source(
        path.name,
        (path / "ontology.ttl").read_text(encoding="utf-8"),
        (path / "kg.ttl", path / "ontology.ttl"),
        {q["id"]: q["sparql"] for q in questions if q.get("sparql")},
    )


def public(name: str, work: Path, *, rounds: int = ROUNDS, seed: int = SEED) -> Source:
    """A public ontology with invented data."""
    declared = (HERE / f"{name}.ttl").read_text(encoding="utf-8")
    world = world_of(Graph().parse(data=declared, format="turtle"))
    data = invented(read_ontology(declared, "ttl", name), world)
    work.mkdir(parents=True, exist_ok=True)
    file = work / f"{name}.nt"
    file.write_text(text_of(data), encoding="utf-8")
    prefixes = {p: s for p, s in _PREFIXES.items() if p not in PUBLIC or p == name.removesuffix("-o")}
    files = (file, HERE / f"{name}.ttl")
    store = _loaded(files)
    gold = dict(_by_hand(name))
    walked = [
        q
        for q in random_queries(data, prefixes, rounds, name if seed == SEED else f"{name}/{seed}")
        if has_rows(store, q)
    ]
    gold |= {f"{name}-r{number:03}": text for number, text in enumerate(walked, 1)}
    return Source(name, declared, files, gold)


def has_rows(store: ox.Store, text: str) -> bool:
    result = store.query(text)
    return bool(result) if isinstance(result, ox.QueryBoolean) else any(True for _ in result)


def _loaded(files: Iterable[Path]) -> ox.Store:
    store = ox.Store()
    for path in files:
        store.bulk_load(path=str(path), format=ox.RdfFormat.from_extension(path.suffix[1:]))
    return store


def _by_hand(name: str) -> Iterator[tuple[str, str]]:
    """The queries that are kept beside an ontology; their comments are their questions."""
    text = (HERE / f"{name}.rq").read_text(encoding="utf-8")
    for number, part in enumerate(text.strip().split("\n\n"), 1):
        query = re.sub(r"^#.*\n", "", part)
        used = [p for p in _PREFIXES if re.search(rf"(?<![\w]){p}:", query)]
        head = "".join(f"PREFIX {p}: <{_PREFIXES[p]}>\n" for p in used)
        yield f"{name}-{number:03}", head + query
