"""*Relative IRI*: every address is whole, or completed by a BASE of the query.

By RFC 3986 (5.1) a relative one is completed by the base of whoever reads it. Stores differ there: by the
address that is asked, by a base that is set or made up, not at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.iris import iris_of
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.sparql.tree.terms import ABSOLUTE
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "relative iri"


def find(case: Case) -> Iterator[Issue]:
    for iri in dict.fromkeys(iris_of(case.query)):
        if not ABSOLUTE.match(iri):
            yield Issue(
                rule=NAME,
                message=say(
                    "The address <{iri}> is not whole: the store completes it by a base of its own.", iri=iri
                ),
                ground=Ground.DOUBTFUL,
                hint=say("Write the whole address, or put BASE <https://…> before the query."),
            )


RULE = Rule(
    name=NAME,
    why="Such a query is right, but what its address stands for is known to the store alone, and may be "
    "another thing in the next store.",
    find=find,
    needs_ontology=False,
    allows=(
        "BASE <https://example.org/shop/> SELECT ?v WHERE { ?p a <Product> ; <price> ?v }",
        "SELECT ?v WHERE { ?p a <https://example.org/shop/Product> ; ex:price ?v }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?n WHERE { <anna> ex:name ?n }",
            message="The address <anna> is not whole: the store completes it by a base of its own.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
