"""Terms of a result as a model reads them, and could write them in a query: handles, numbers, literals."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kgqa.ontology import XSD
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.types import Term

_BARE = re.compile(r"[+-]?\d+(?:\.\d+)?")
_NUMBERS = frozenset(XSD + name for name in ("integer", "decimal", "int", "long", "nonNegativeInteger"))


def told_term(term: Term | None, handles: Handles, labels: Mapping[str, str], cell: int) -> str:
    """One term in at most `cell` characters of text."""
    if term is None:
        return "(nothing)"
    match term.kind:
        case "iri":
            return handles.shown(term.value, labels.get(term.value, ""))
        case "bnode":
            return "(a thing without a name)"
        case "literal":
            return _literal(term, handles, cell)


def _literal(term: Term, handles: Handles, cell: int) -> str:
    if term.datatype in _NUMBERS and _BARE.fullmatch(term.value) and len(term.value) <= cell:
        return term.value
    text = '"' + line(term.value, cell).replace("\\", "\\\\").replace('"', '\\"') + '"'
    if term.language:
        return f"{text}@{term.language}"
    if term.datatype in (None, XSD + "string"):
        return text
    if term.datatype == XSD + "boolean":
        return term.value[:cell]
    return f"{text}^^{handles.vocabulary.handle(term.datatype)}"
