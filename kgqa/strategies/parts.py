"""What strategies are made of: all that is known of one graph before a question comes."""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.check import Conditions
from kgqa.definitions.definition import Definitions
from kgqa.labels import Labels
from kgqa.library.shelf import Shelf
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology
from kgqa.ports import Functions, Graph, Linker, Passages, Tables
from kgqa.prompts import Prompts
from kgqa.types import GraphDescription


@dataclass(frozen=True, kw_only=True)
class Parts:
    """Given to the maker of each strategy. `shelf` holds the library's pairs, ready to be found; `prompts`
    are the texts that models are given, with an admin's own among them; `passages` what text can be searched.
    """

    graph: Graph
    described: GraphDescription
    ontology: Ontology
    naming: Naming
    labels: Labels
    index: TermIndex
    linkers: tuple[Linker, ...] = ()
    definitions: Definitions = field(default_factory=Definitions)
    conditions: Conditions = field(default_factory=Conditions)
    shelf: Shelf = field(default_factory=Shelf)
    prompts: Prompts = field(default_factory=Prompts)
    passages: Passages | None = None
    tables: Tables | None = None
    functions: Functions | None = None
