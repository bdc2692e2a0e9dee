"""What the core works with."""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.calibration import Calibration
from kgqa.check import Conditions
from kgqa.definitions.definition import Definitions
from kgqa.examples import Examples
from kgqa.labels import Labels
from kgqa.library.shelf import Shelf
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit
from kgqa.linking.names import Naming
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology
from kgqa.ports import Functions, Graph, LanguageModel, Linker, Passages, Strategy, Tables
from kgqa.prompts import Prompts
from kgqa.repair.by_model import SECONDS
from kgqa.rephrase import Rephrase
from kgqa.spending import MemoryLedger, Purse
from kgqa.strategies.parts import Parts
from kgqa.types import GraphDescription, Limits
from kgqa.withheld import Withheld

SURE = 0.8  # an answer at least this sure is given without asking the next strategy
ALL_ASKED = 2.0  # no answer is as sure: every strategy is asked


@dataclass(frozen=True, kw_only=True)
class Kit:
    """One graph, what is known of it, and the strategies in their order."""

    graph: Graph
    described: GraphDescription
    ontology: Ontology
    naming: Naming
    labels: Labels
    index: TermIndex
    fit: Fit
    linkers: tuple[Linker, ...] = ()  # beside the names, in no order: all are asked
    ways: Ways = field(default_factory=Ways)
    strategies: tuple[Strategy, ...]
    sure: float = SURE  # over 1: every strategy is asked, and their results are compared
    beside: bool = False  # what documents say stands beside the rows of a query
    calibration: Calibration = field(default_factory=Calibration)  # what the strategies' confidence is worth
    definitions: Definitions = field(default_factory=Definitions)
    limits: Limits = field(default_factory=Limits)
    conditions: Conditions = field(default_factory=Conditions)  # what the check holds queries against
    withheld: Withheld | None = None  # knows of what is closed, so that it is refused
    model: LanguageModel | None = None
    purse: Purse | None = None  # pays for the model; where there is none, nobody counts beyond a question
    shelf: Shelf = field(default_factory=Shelf)  # the library, stocked anew while the service runs
    passages: Passages | None = None  # text that can be searched, where it is set up
    patience: float = SECONDS  # that the model may take for one reply
    prompts: Prompts = field(default_factory=Prompts)  # the texts that models are given
    tables: Tables | None = None  # that were induced from the graph, where a strategy asks them
    functions: Functions | None = None  # that are registered
    rephrase: Rephrase | None = None  # with a model, makes follow-ups and foreign questions readable
    unread: tuple[str, ...] = ()  # what of the graph could not be read: parts of its schema, "names"
    examples: Examples = field(default_factory=Examples)  # questions that it answers

    @property
    def parts(self) -> Parts:
        """What strategies for this graph are made of."""
        return Parts(
            graph=self.graph,
            described=self.described,
            ontology=self.ontology,
            naming=self.naming,
            labels=self.labels,
            index=self.index,
            linkers=self.linkers,
            definitions=self.definitions,
            conditions=self.conditions,
            shelf=self.shelf,
            prompts=self.prompts,
            passages=self.passages,
            tables=self.tables,
            functions=self.functions,
        )

    @property
    def paying(self) -> Purse | None:
        """Who pays for the model, if there is one."""
        if self.purse is not None and self.purse.model is self.model:
            return self.purse
        return Purse(self.model, MemoryLedger()) if self.model else None
