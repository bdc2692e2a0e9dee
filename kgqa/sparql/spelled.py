"""A ParsedQuery in, a text to be shown out: short names, one pattern on a line, indented.

The text is the same query: it reads back as the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from rdflib import Literal, URIRef

from kgqa.ontology import XSD
from kgqa.sparql.model import Lit, ParsedQuery, Triple, Values
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.sparql.writing import Writer

WIDTH = 90  # characters of a line, after which rows and patterns go on lines of their own

_PREFIX = re.compile(r"(?:[A-Za-z](?:[\w.-]*[\w-])?)?", re.ASCII)
_LOCAL = re.compile(r"(?:\w(?:[\w.-]*[\w-])?)?", re.ASCII)
_NAMESPACE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^<>\"{}|^`\\\x00-\x20]*")
_BARE = (
    ("integer", re.compile(r"0|[1-9]\d*", re.ASCII)),
    ("decimal", re.compile(r"\d+\.\d+", re.ASCII)),
    ("boolean", re.compile(r"true|false")),
)


def spelled(query: ParsedQuery, prefixes: Iterable[tuple[str, str]] = ()) -> str:
    """The query on indented lines, with a declaration for each of the `prefixes` and the well-known ones
    that it uses.
    """
    known = _longest(tuple(prefixes))
    lines = Lines(known)
    body = lines.query(query)
    declared = "".join(f"PREFIX {p}: <{known[p]}>\n" for p in sorted(lines.used))
    return declared + body


@lru_cache(maxsize=16)  # graphs
def _longest(prefixes: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Namespaces by the prefixes that can be written, the longest first."""
    known = (WELL_KNOWN | dict(prefixes)).items()
    fitting = ((p, n) for p, n in known if _PREFIX.fullmatch(p) and _NAMESPACE.fullmatch(n))
    return dict(sorted(fitting, key=lambda item: -len(item[1])))


class Lines(Writer):
    """Writes on lines, with short names; remembers the prefixes that it used. `known` are namespaces by
    prefixes, the longest first.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.used: set[str] = set()
        self._short: dict[str, str] = {}

    def iri(self, value: str) -> str:
        if value not in self._short:
            self._short[value] = self._shortened(value)
        return self._short[value]

    def _shortened(self, value: str) -> str:
        for prefix, namespace in self.known.items():
            if value.startswith(namespace) and _LOCAL.fullmatch(value, len(namespace)):
                self.used.add(prefix)
                return f"{prefix}:{value[len(namespace) :]}"
        return f"<{value}>"

    def literal(self, literal: Lit) -> str:
        for name, bare in _BARE:
            if literal.datatype == XSD + name and bare.fullmatch(literal.value) and _is_normal(literal):
                return literal.value
        return super().literal(literal)

    def clauses(self, clauses: Sequence[str]) -> str:
        return "\n".join(clauses)

    def braced(self, parts: Sequence[str]) -> str:
        if not parts:
            return "{ }"
        if len(parts) == 1 and "\n" not in parts[0] and len(parts[0]) < WIDTH:
            return f"{{ {parts[0]} }}"
        # Line ends inside of literals are escaped: each one here is between tokens.
        inside = "\n".join(parts).replace("\n", "\n  ")
        return f"{{\n  {inside}\n}}"

    def triples(self, triples: Sequence[Triple]) -> list[str]:
        found = []
        for subject, same in groupby(triples, lambda t: self.node(t.subject)):
            found.append(f"{subject} " + " ;\n    ".join(self.said(t) for t in same) + " .")
        return found

    def values(self, values: Values) -> str:
        if len(values.variables) != 1:
            return super().values(values)
        given = ["UNDEF" if row[0] is None else self.node(row[0]) for row in values.rows]
        line = " ".join(given)
        inside = self.braced([line] if given and len(line) < WIDTH else given)
        return f"VALUES {self.node(values.variables[0])} {inside}"


def _is_normal(literal: Lit) -> bool:
    """Whether the reader keeps the number as it is spelled."""
    return str(Literal(literal.value, datatype=URIRef(literal.datatype or ""))) == literal.value
