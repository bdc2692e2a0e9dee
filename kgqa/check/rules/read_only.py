"""*Read only*: a query neither writes, nor reaches outside the graph, nor calls what it should not."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.ontology import XSD
from kgqa.sparql.model import Call, Iri, Service
from kgqa.sparql.walk import all_elements, expressions, path_iris, triples
from kgqa.types import Ground, Issue

# Functions known to compute from their arguments alone. Stores have others that read files or the network.
SAFE_FUNCTIONS = (
    XSD,
    "http://www.w3.org/2005/xpath-functions#",
    "http://www.w3.org/2005/xpath-functions/math#",
    "http://www.opengis.net/def/function/geosparql/",
)
# Property functions of stores that run code; their text-search properties are not among them.
UNSAFE_PROPERTIES = ("java:", "sql:", "urn:java:")
NAME = "read only"


def find(case: Case) -> Iterator[Issue]:
    if case.query.datasets:
        yield _refused("The query names its own source with FROM; only the configured graph is asked.")
    for element in all_elements(case.query):
        if isinstance(element, Service):
            yield _refused("The query asks another server with SERVICE; only the configured graph is asked.")
    for expr in expressions(case.query):
        if (
            isinstance(expr, Call)
            and isinstance(expr.function, Iri)
            and not expr.function.value.startswith(SAFE_FUNCTIONS)
        ):
            yield _refused(
                f"The query calls the function {expr.function.value}, which is not known to be harmless."
            )
    for triple in triples(case.query):
        for iri in path_iris(triple.predicate) if not hasattr(triple.predicate, "name") else ():
            if iri.value.startswith(UNSAFE_PROPERTIES):
                yield _refused(
                    f"The query calls the function {iri.value}, which is not known to be harmless."
                )


def refuse_update() -> Issue:
    """The issue for a text that is an update."""
    return _refused("This would change the graph; only questions are asked of it.")


def _refused(message: str) -> Issue:
    return Issue(
        rule=NAME,
        message=message,
        ground=Ground.FORBIDDEN,
        hint="Ask with SELECT, ASK, CONSTRUCT or DESCRIBE alone.",
    )


RULE = Rule(
    name=NAME,
    why="An answer never changes the graph, reads a file or sends anything to another server.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p a ex:Product }",
        "SELECT ?p WHERE { GRAPH ?g { ?p a ex:Product } }",
        'ASK { ?p ex:name ?n FILTER(xsd:integer(?n) > 5 && ?n != "DROP ALL") }',
    ),
    forbids=(
        Forbidden(
            query="DROP ALL",
            message="This would change the graph; only questions are asked of it.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="INSERT DATA { ex:a ex:b ex:c }",
            message="This would change the graph; only questions are asked of it.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="# harmless\nPREFIX x: <http://x/> delete where { ?s ?p ?o }",
            message="This would change the graph; only questions are asked of it.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?p FROM <file:///etc/passwd> WHERE { ?p a ex:Product }",
            message="The query names its own source with FROM; only the configured graph is asked.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product FILTER EXISTS { service <http://x/> { ?p ?q ?r } } }",
            message="The query asks another server with SERVICE; only the configured graph is asked.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT (<http://x/readFile>(?n) AS ?t) WHERE { ?p ex:name ?n }",
            message="The query calls the function http://x/readFile, which is not known to be harmless.",
            ground=Ground.FORBIDDEN,
        ),
    ),
)
