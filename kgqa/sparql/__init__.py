"""SPARQL as a typed value: `parse` reads it, `write` spells it in one normal way."""

from kgqa.sparql.model import ParsedQuery, SyntaxIssue
from kgqa.sparql.reading import parse, with_prefixes
from kgqa.sparql.writing import write

__all__ = ["ParsedQuery", "SyntaxIssue", "parse", "with_prefixes", "write"]
