"""A query checked and put right against a small graph, as the product does it: the things that it names are
looked up first.
"""

from __future__ import annotations

import asyncio

from kgqa.check import Conditions, check
from kgqa.check.looking import looked_up
from kgqa.repair import Repair, repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.terms import Terms
from kgqa.types import CheckedQuery, Issue
from tests.kgqa.patterns.small import PREFIXES

HEAD = PREFIXES.replace("@prefix", "PREFIX").replace(" .\n", "\n")


class Checking:
    """A graph whose patterns are known."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def issues(self, query: str) -> tuple[Issue, ...]:
        """What the check says of a query."""
        verdict = check(HEAD + query, self.terms.ontology, self._known(query))
        return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict

    def repair(self, query: str) -> Repair:
        """What the certain repair makes of it."""
        return repaired(HEAD + query, self.terms.ontology, self._known(query))

    def mended(self, query: str) -> str:
        """The query after the certain repair, on one line and without its prefixes."""
        repair = self.repair(query)
        assert isinstance(repair.verdict, CheckedQuery), repair
        lines = (line.strip() for line in repair.verdict.text.splitlines())
        return " ".join(line for line in lines if line and not line.startswith("PREFIX"))

    def _known(self, query: str) -> Conditions:
        parsed = parse(HEAD + query, self.terms.ontology.prefixes)
        assert isinstance(parsed, ParsedQuery), parsed
        return asyncio.run(looked_up(parsed, self.terms.graph, self.terms.ontology, Conditions()))
