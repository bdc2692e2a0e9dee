"""*Read only*: a query neither writes, nor reaches outside the graph, nor calls what it should not."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.reaching import is_allowed, is_call, is_elsewhere, is_harmless
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.sparql.model import Call, InGraph, Iri, Service, Triple, Var
from kgqa.sparql.walk import path_iris
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "read only"


def find(case: Case) -> Iterator[Issue]:
    if case.query.datasets:
        yield _refused(say("The query names its own source with FROM; only the configured graph is asked."))
    for element in case.elements:
        if isinstance(element, Service):
            yield _refused(
                say("The query asks another server with SERVICE; only the configured graph is asked.")
            )
        elif isinstance(element, InGraph) and isinstance(element.graph, Iri):
            if is_elsewhere(element.graph.value):
                yield _refused(
                    say(
                        "The query asks {iri}, which is no graph of the configured store.",
                        iri=element.graph.value,
                    )
                )
        elif isinstance(element, Triple) and not isinstance(element.predicate, Var):
            for iri in path_iris(element.predicate):
                if is_call(iri.value):
                    yield _called(iri)
    for expr in case.expressions:
        if isinstance(expr, Call) and isinstance(expr.function, Iri):
            function = expr.function.value
            if not (is_harmless(function) or is_allowed(function, case.conditions.functions)):
                yield _called(expr.function)


def _called(function: Iri) -> Issue:
    return Issue(
        rule=NAME,
        message=say(
            "The query calls the function {iri}, which is not known to be harmless.", iri=function.value
        ),
        ground=Ground.FORBIDDEN,
        hint=say("An admin of Querist can allow a function of the store's own in its settings."),
    )


def refuse_update() -> Issue:
    """The issue for a text that is an update."""
    return _refused(say("This would change the graph; only questions are asked of it."))


def _refused(message: str) -> Issue:
    return Issue(
        rule=NAME,
        message=message,
        ground=Ground.FORBIDDEN,
        hint=say("Ask with SELECT, ASK, CONSTRUCT or DESCRIBE alone."),
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
        "SELECT (NOW() AS ?t) (UUID() AS ?u) (RAND() AS ?r) WHERE { ?p ex:price ?v } LIMIT 1",
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
        Forbidden(
            query="PREFIX fn: <http://www.w3.org/2005/xpath-functions#>\n"
            "SELECT (fn:unparsed-text('/etc/passwd') AS ?t) WHERE { ?p a ex:Product }",
            message="The query calls the function http://www.w3.org/2005/xpath-functions#unparsed-text, "
            "which is not known to be harmless.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?x WHERE { ?p a ex:Product . ?p <java:com.example.Call> ?x }",
            message="The query calls the function java:com.example.Call, which is not known to be harmless.",
            ground=Ground.FORBIDDEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { GRAPH <file:///etc/passwd> { ?p a ex:Product } }",
            message="The query asks file:///etc/passwd, which is no graph of the configured store.",
            ground=Ground.FORBIDDEN,
        ),
    ),
)
