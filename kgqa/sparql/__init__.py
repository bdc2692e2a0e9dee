"""SPARQL as a typed value: `parse` reads it, `write` spells it in one normal way, `spelled` for reading."""

from kgqa.sparql.model import ParsedQuery, SyntaxIssue
from kgqa.sparql.reading import declared, parse, with_prefixes
from kgqa.sparql.spelled import spelled
from kgqa.sparql.writing import write

__all__ = ["ParsedQuery", "SyntaxIssue", "declared", "parse", "spelled", "with_prefixes", "write"]
