"""Queries with handles and placeholders, as a model reads and writes them.

In: a query; what its placeholders (`{e1}`, `{v2}`) stand for. Out: the same query with handles in the place
of IRIs, and back. What is no query is read too, word by word, so that it can be put right later.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.queries import written as written_iri
from kgqa.sparql import ParsedQuery
from kgqa.sparql.model import Iri, Lit
from kgqa.sparql.spelled import Lines
from kgqa.sparql.writing import Writer
from kgqa.vocabulary.handles import Vocabulary

Placed = Mapping[str, Iri | Lit]  # by the name of a placeholder, without its braces

# A prologue declares nothing that a model may decide: `:` is the vocabulary's.
_EMPTY_PREFIX = re.compile(r"(?<![\w:])PREFIX\s*:\s*<[^<>\s]*>\s*", re.IGNORECASE)
_TOKEN = re.compile(
    r"""(?P<quoted>(?P<q>["'])\{\s*(?P<in_quotes>[ev]\d+)\s*\}(?P=q)(?:@[\w-]+|\^\^(?:<[^<>\s]*>|\w+:\w+))?)
    |(?P<text>\"""[\s\S]*?(?:\"""|\Z)|'''[\s\S]*?(?:'''|\Z)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |<\s*\{\s*(?P<in_iri>[ev]\d+)\s*\}\s*>
    |(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    |(?P<comment>\#[^\n]*)
    |[:?]?\{\s*(?P<placeholder>[ev]\d+)\s*\}
    |[?$](?P<as_variable>[ev]\d+)\b
    |(?P<name>(?<![\w:.-]):(?P<local>\w(?:[\w.-]*\w)?))""",
    re.VERBOSE,
)


# Whatever holds no name of its own, or a name without its colon where a term may stand.
_BARE = re.compile(
    r"""\"""[\s\S]*?(?:\"""|\Z)|'''[\s\S]*?(?:'''|\Z)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'
    |<[^<>\s]*>|\#[^\n]*|[?$]\w+|\w*:[\w.-]*|\{\s*[ev]\d+\s*\}
    |(?P<bare>[^\W\d]\w*)(?!\w|\s*\()""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A query with whole IRIs; the placeholders it uses, those that it was not given, and the handles that
    nothing has.
    """

    text: str
    used: frozenset[str] = frozenset()
    unknown_placeholders: tuple[str, ...] = ()
    unknown_handles: tuple[str, ...] = ()


def in_handles(query: ParsedQuery, vocabulary: Vocabulary, placed: Placed | None = None) -> str:
    """The query on lines, with handles; the things and values that have a placeholder by that."""
    return _InHandles(vocabulary, placed or {}).query(query)


def read_back(text: str, vocabulary: Vocabulary, placed: Placed | None = None) -> ReadBack:
    """A text of a model's with the IRIs and literals put in."""
    placed = placed or {}
    used: set[str] = set()
    missing: dict[str, None] = {}
    unknown: dict[str, None] = {}
    plain = Writer()

    def put(found: re.Match[str]) -> str:
        name = found["in_quotes"] or found["in_iri"] or found["placeholder"]
        if (said := found["as_variable"]) and said in placed and found[0] not in columns:
            name = said  # `?e1`, which nobody asks for
        if name is None and found["name"] is None:
            return found[0]
        if name is not None:
            term = placed.get(name)
            if term is None:
                missing[name] = None
                return written_iri(vocabulary.unknown(name))
            used.add(name)
            return plain.node(term)
        local = found["local"]
        if iri := vocabulary.iris.get(f":{local}"):
            return written_iri(iri)
        if local in placed:
            used.add(local)
            return plain.node(placed[local])
        unknown[f":{local}"] = None
        return written_iri(vocabulary.unknown(local))

    text = _EMPTY_PREFIX.sub("", text)
    columns = text.partition("{")[0]
    whole = _TOKEN.sub(put, text)
    return ReadBack(whole, frozenset(used), tuple(missing), tuple(unknown))


def with_colons(text: str, vocabulary: Vocabulary) -> str:
    """The text of a query in which terms were written without their colon: `?x worksIn ?y`."""

    def put(found: re.Match[str]) -> str:
        handle = f":{found['bare']}"
        return handle if found["bare"] and handle in vocabulary.iris else found[0]

    return _BARE.sub(put, text)


class _InHandles(Lines):
    """Writes with handles. What no handle names stands whole: no prefix is declared."""

    def __init__(self, vocabulary: Vocabulary, placed: Placed) -> None:
        super().__init__({})
        self._vocabulary = vocabulary
        self._names = {term: f"{{{name}}}" for name, term in placed.items()}

    def iri(self, value: str) -> str:
        return self._names.get(Iri(value)) or self._vocabulary.handle(value)

    def literal(self, literal: Lit) -> str:
        return self._names.get(literal) or super().literal(literal)
