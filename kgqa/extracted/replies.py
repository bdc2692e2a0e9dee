"""A model's reply about a passage -> triples, as far as it can be read.

In: text in JSON lines, or what a model makes of that: lists, fences, half a line, nothing. Out: triples whose
properties and classes the graph has, or which get an address of ours; names and values within bounds, values
of the type that the property has. Whatever else stands there is counted and passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from kgqa.declared import NUMERIC, is_datatype
from kgqa.extracted.triple import CLASS, PROPERTY, Concept, End, Said, Value, our_concept
from kgqa.fence import on_one_line
from kgqa.language import LANGUAGES, language
from kgqa.linking.tokens import folded_words, key
from kgqa.ontology import OWL, RDF, RDF_LANG_STRING, RDFS, RDFS_LITERAL, XSD, Ontology, PropertyKind
from kgqa.proposed.replies import objects
from kgqa.strategies.agent.start import Known

LONGEST_REPLY = 100_000  # characters that are read: a model may not come to an end
LONGEST_NAME, WORDS_OF_NAME = 80, 12
LONGEST_TERM, WORDS_OF_TERM = 40, 5
LONGEST_TEXT = 300  # characters of a value
MOST = 100  # triples of one passage
_SORTS = frozenset({"head"})
_NOTHING = re.compile(r"(?:```\w*)?\s*(?:\[\s*\]|\{\s*\})\s*(?:```)?")
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_TERM = re.compile(r"[^\W\d_][\w' -]*")
_FORMULA = ("=", "+", "@", "\t")  # what a spreadsheet may take for one
_INTEGER, _DECIMAL = re.compile(r"[+-]?\d{1,18}"), re.compile(r"[+-]?\d{1,18}(?:\.\d{1,18})?")
_DOUBLE = re.compile(r"[+-]?\d{1,18}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,3})?")
_YEAR, _DAY = re.compile(r"\d{4}"), re.compile(r"\d{4}-\d\d-\d\d")
_TEXTS = {XSD + "string", RDF_LANG_STRING, RDFS_LITERAL, ""}
_BROKEN = {XSD + name for name in ("decimal", "double", "float")}
_STANDARD = (RDF, RDFS, OWL, XSD)

UNKNOWN_TERM = "triples of the model have a relation or a type that the graph does not have."
NO_NAME = "triples of the model have an end that is no name."
NO_VALUE = "triples of the model have a value that does not fit its relation."


def is_readable(text: str) -> bool:
    """Whether a reply says anything, if only that there is nothing to say."""
    bare = _THOUGHT.sub("", text[:LONGEST_REPLY]).strip()
    return bool(_NOTHING.fullmatch(bare)) or next(objects(bare, _SORTS), None) is not None


class Reader:
    """Reads replies about one graph. `refused` counts what could not be used, in words."""

    def __init__(self, known: Known) -> None:
        self.ontology: Ontology = known.parts.ontology
        self.vocabulary = known.vocabulary
        self.refused: Counter[str] = Counter()
        self._classes = self._by_name(self.ontology.known_classes)
        self._properties = self._by_name(self.ontology.known_properties)
        self._small = frozenset[str]().union(*(language(code).stop for code in LANGUAGES))

    def _by_name(self, iris: Iterable[str]) -> dict[str, str]:
        """Terms by what they are called, for a model that leaves the colon out."""
        found: dict[str, str] = {}
        for iri in sorted(iris):
            if not iri.startswith(_STANDARD):
                found.setdefault(key(self.ontology.label(iri, "en")), iri)
        return found

    def read(self, text: str) -> tuple[Said, ...]:
        """The triples of one reply, each once."""
        found: dict[Said, None] = {}
        for each in objects(text[:LONGEST_REPLY], _SORTS):
            if len(found) == MOST:
                self.refused[f"passages have more than {MOST} triples; the others are left out."] += 1
                break
            said = self._said(each)
            if isinstance(said, str):
                self.refused[said] += 1
            else:
                found.setdefault(said)
        return tuple(found)

    def _said(self, each: dict[str, Any]) -> Said | str:
        """A triple, or why it is none."""
        head, relation = self._end(each, "head"), self._relation(each.get("relation"))
        if isinstance(head, str):
            return head
        if relation is None:
            return UNKNOWN_TERM
        kind = self._kind(relation)
        if "value" not in each:
            tail = self._end(each, "tail")
            if isinstance(tail, str):
                return tail
            if kind is PropertyKind.DATA:
                return NO_VALUE
            return Said(head, relation, tail) if key(tail.name) != key(head.name) else NO_NAME
        value = None if kind is PropertyKind.OBJECT else self._value(each["value"], relation)
        return NO_VALUE if value is None else Said(head, relation, value)

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def _end(self, each: dict[str, Any], side: str) -> End | str:
        name = self._name(each.get(side))
        if not name:
            return NO_NAME
        said = each.get(f"{side}_type")
        if said is None or said == "":
            return End(name)
        kind = self._concept(said, self._classes, self.ontology.known_classes, CLASS)
        return End(name, kind) if kind else UNKNOWN_TERM

    def _name(self, said: Any) -> str:
        """A name of a single thing, "" for what is none."""
        name = on_one_line(said).strip("\"'“”„ ") if isinstance(said, str) else ""
        words = folded_words(name)
        is_name = (
            1 < len(name) <= LONGEST_NAME
            and name[:1].isalnum()
            and any(c.isalpha() for c in name)
            and 0 < len(words) <= WORDS_OF_NAME
            and not all(word in self._small for word in words)
        )
        return name if is_name else ""

    # ── terms ────────────────────────────────────────────────────────────────────────────────────

    def _relation(self, said: Any) -> Concept | None:
        return self._concept(said, self._properties, self.ontology.known_properties, PROPERTY)

    def _concept(self, said: Any, named: dict[str, str], known: frozenset[str], space: str) -> Concept | None:
        """A term of the graph by its handle or its name; words of the document's own get an address of ours.
        None for what is written like a handle and is none, and for terms by which a schema is said.
        """
        text = on_one_line(said) if isinstance(said, str) else ""
        iri = self.vocabulary.iri(text) if text and " " not in text else None
        iri = iri if iri in known else named.get(key(text))
        if iri:
            is_open = not iri.startswith(_STANDARD)
            return Concept(iri, self.ontology.label(iri, "en") or text.lstrip(":")) if is_open else None
        words = text.replace("_", " ").strip()
        if not _TERM.fullmatch(words) or len(words) > LONGEST_TERM or len(words.split()) > WORDS_OF_TERM:
            return None
        return our_concept(words, space)

    # ── values ───────────────────────────────────────────────────────────────────────────────────

    def _kind(self, relation: Concept) -> PropertyKind:
        """Whether a property leads to things or to values, where that is sure."""
        iri = relation.iri
        declared = self.ontology.declared_kind(iri)
        uses = self.ontology.uses_of(iri)
        if declared is not PropertyKind.UNKNOWN or not uses:
            return declared
        sides = {use.literal for use in uses}
        if len(sides) > 1:
            return PropertyKind.UNKNOWN
        return PropertyKind.DATA if True in sides else PropertyKind.OBJECT

    def _value(self, said: Any, relation: Concept) -> Value | None:
        if isinstance(said, bool):
            said = str(said).lower()
        text = on_one_line(str(said)) if isinstance(said, str | int | float) else ""
        if not text or len(text) > LONGEST_TEXT or text.startswith(_FORMULA):
            return None
        wanted = self._datatypes(relation)
        for datatype in wanted:
            if written := _written(text, datatype):
                return Value(written, datatype)
        if wanted and not (set(wanted) & _TEXTS):
            return None
        if wanted:
            return Value(text, XSD + "string") if text[0] != "-" else None
        guesses = (XSD + name for name in ("integer", "decimal", "date", "boolean"))
        fitting = next((d for d in guesses if _written(text, d)), XSD + "string")
        return Value(text, fitting) if fitting != XSD + "string" or text[0] != "-" else None

    def _datatypes(self, relation: Concept) -> tuple[str, ...]:
        """What a property is declared to hold, else what it holds, the commonest first; () for neither."""
        declared = [d for union in self.ontology.ranges(relation.iri) for d in union if is_datatype(d)]
        if declared:
            return tuple(dict.fromkeys(declared))
        uses = sorted(
            (u for u in self.ontology.typical_uses(relation.iri) if u.literal), key=lambda u: -u.count
        )
        return tuple(dict.fromkeys(u.object for u in uses))


def _written(text: str, datatype: str) -> str:
    """A value as its datatype writes it, "" where it is none; texts are for the caller to take."""
    if datatype in NUMERIC:
        form = _DECIMAL if datatype == XSD + "decimal" else _DOUBLE if datatype in _BROKEN else _INTEGER
        return text if form.fullmatch(text) else ""
    if datatype == XSD + "boolean":
        return text.lower() if text.lower() in ("true", "false") else ""
    try:
        if datatype == XSD + "date":
            return date.fromisoformat(text).isoformat() if _DAY.fullmatch(text) else ""
        if datatype == XSD + "dateTime":
            return datetime.fromisoformat(text).isoformat() if "T" in text else ""
    except ValueError:
        return ""
    return text if datatype == XSD + "gYear" and _YEAR.fullmatch(text) else ""
