"""Which nodes stand for things, and by which word a variable asks for a thing's name.

In: a case and a node. Out: yes or no.
"""

from __future__ import annotations

from kgqa.check.claims import is_datatype
from kgqa.check.rule import Case
from kgqa.sparql.model import Node

NAME_WORDS = ("name", "label", "title")


def is_thing(case: Case, node: Node) -> bool:
    """Whether nothing says that it is a literal, and something that it is a thing."""
    classes = {c for claim in case.claims.by_node.get(node, ()) for c in claim.classes}
    if any(is_datatype(c, case.ontology) for c in classes):
        return False
    return bool(classes) or any(f.subject == node for f in case.facts.facts)
