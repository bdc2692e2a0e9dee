"""The eight rules of OBQC as the paper gives them: SPARQL over two named graphs of an rdflib Dataset.

In: an ontology's triples, then frozen queries. Out: whether each rule finds something. What was corrected of
the paper's text stands as a comment in each `.rq` file. The marks for shown variables (`qq:Variable`) are in
the query's graph for the two rules on the head alone: as types, the other rules would take them for classes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rdflib import RDF, BNode, Dataset, Literal, URIRef, Variable
from rdflib.plugins.sparql import prepareQuery
from rdflib.term import Node

from benchmarks.check.atoms import LIKE, SAME
from benchmarks.check.branches import Read

HERE = Path(__file__).parent
QUERY, ONTOLOGY = URIRef("urn:obqc:query"), URIRef("urn:obqc:ontology")
QQ = "urn:obqc:qq#"
BODY = ("domain", "range", "double_range", "double_domain", "domain_range", "incorrect_property")
HEAD = ("iri_output", "subject_output")

Triple = tuple[Node, Node, Node]


class PaperRules:
    """The rules over one ontology; a Dataset whose default graph is the union of the two.

    The rules are given to it as texts, as they stand in the paper, or `prepared`: parsed once, before.
    """

    def __init__(self, ontology: Iterable[Triple], *, prepared: bool) -> None:
        self._dataset = Dataset(default_union=True)
        graph = self._dataset.graph(ONTOLOGY)
        for triple in ontology:
            graph.add(triple)
        texts = {name: (HERE / f"{name}.rq").read_text("utf-8") for name in (*BODY, *HEAD)}
        self._rules = {n: prepareQuery(t) if prepared else t for n, t in texts.items()}

    def violated(self, query: Iterable[Triple], shown: Iterable[Node]) -> list[str]:
        """The rules that find something in a query that was made into triples."""
        graph = self._dataset.graph(QUERY)
        graph.remove((None, None, None))
        for triple in query:
            graph.add(triple)
        found = [n for n in BODY if self._finds(n)]
        for variable in shown:
            graph.add((variable, RDF.type, URIRef(QQ + "Variable")))
        return found + [n for n in HEAD if self._finds(n)]

    def _finds(self, rule: str) -> bool:
        return len(list(self._dataset.query(self._rules[rule]))) > 0


def frozen(query: Read) -> list[Triple]:
    """All patterns of a query as triples, its variables as things (paper, section 3)."""
    atoms = dict.fromkeys(atom for branch in query.followed for atom in branch)
    return [(thing(s), p, thing(o)) for s, p, o in atoms if p not in (SAME, LIKE)]


def thing(node: Node) -> Node:
    if isinstance(node, Variable | BNode):
        return URIRef(QQ + str(node).replace(" ", "."))
    return node if not isinstance(node, Literal) else Literal(str(node))
