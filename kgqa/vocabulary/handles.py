"""Short names for the terms of a schema, readable to a model and read back again: `:Person`, `:annualSalary`.

In: an Ontology. Out: a Vocabulary, one handle a term. A handle comes from the IRI's local name; where that is
a code (`P31`, `E1_CRM`), from the label. The same ontology gives the same handles.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import unquote

from kgqa.language import fold
from kgqa.ontology import RDF_TYPE, Ontology, local_name
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.values.units import without_unit

LONGEST = 48  # characters of a handle
NAMESPACE = "urn:handle:"  # of a handle that nothing has, in a schema without a namespace
_CODE = re.compile(r"[A-Za-z]{0,4}[_-]?\d+(?:[_-].*|[a-z]?)")
_PLACEHOLDER = re.compile(r"[ev]\d+", re.IGNORECASE)
_LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u3001-\ud7ff\uf900-\ufdcf"
_WORD = re.compile(rf"[{_LETTERS}0-9_]+")  # what may stand in a local name of SPARQL, joiners left out
_LOCAL = re.compile(rf"[{_LETTERS}0-9_](?:[{_LETTERS}0-9_-]*[{_LETTERS}0-9_])?")


@dataclass(frozen=True)
class Vocabulary:
    """The handles of an ontology's terms. Terms of RDF, RDFS, OWL, XSD and SKOS keep their prefixes."""

    ontology: Ontology
    handles: Mapping[str, str] = field(repr=False)  # by IRI
    iris: Mapping[str, str] = field(repr=False)  # by handle
    namespace: str = NAMESPACE  # where most of the terms are

    @staticmethod
    def of(ontology: Ontology) -> Vocabulary:
        """The vocabulary of an ontology: a handle for every class and property that is known."""
        handles: dict[str, str] = {}
        taken: dict[str, str] = {}
        prefixes = [(n, p) for p, n in ontology.prefixes if n and p]
        for iri in sorted(ontology.known_terms):
            handle = standard(iri)
            for name in () if handle else _names(iri, ontology, prefixes):
                handle = f":{name}"
                if handle not in taken:
                    break
            handles[iri] = handle
            taken[handle] = iri
        spaces = Counter(_namespace(iri) for iri, handle in handles.items() if handle.startswith(":"))
        most = min(spaces, key=lambda s: (-spaces[s], s), default=NAMESPACE)
        return Vocabulary(ontology, handles, taken, most)

    def handle(self, iri: str) -> str:
        """What a term is called; an IRI that is no term of the schema in angle brackets, or by the prefix of
        a well-known vocabulary.
        """
        return self.handles.get(iri) or standard(iri) or f"<{iri}>"

    def iri(self, handle: str) -> str | None:
        """The term of a handle, written with its colon or without it; None where nothing has it."""
        handle = handle.strip()
        found = self.iris.get(handle) or self.iris.get(f":{handle}")
        if found or handle == "a":
            return found or RDF_TYPE
        prefix, _, local = handle.partition(":")
        if prefix in WELL_KNOWN and _LOCAL.fullmatch(local):
            return WELL_KNOWN[prefix] + local
        return None

    def unknown(self, handle: str) -> str:
        """An IRI for a handle that nothing has, among the others: a check tells what it is near to."""
        return self.namespace + handle.removeprefix(":")


def standard(iri: str) -> str:
    """A term of a well-known vocabulary by its prefix, "" for others."""
    if iri == RDF_TYPE:
        return "a"
    for prefix, namespace in WELL_KNOWN.items():
        if iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace)):
            return f"{prefix}:{iri[len(namespace) :]}"
    return ""


def is_code(name: str) -> bool:
    """Whether a name says nothing to a reader: `P31`, `E1_CRM`, `BFO_0000050`, a number, a hash."""
    letters, digits = sum(c.isalpha() for c in name), sum(c.isdigit() for c in name)
    return digits >= letters or bool(_CODE.fullmatch(name))


def _names(iri: str, ontology: Ontology, prefixes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names for a term, best first, without end."""
    is_class = iri in ontology.known_classes
    local = unicodedata.normalize("NFC", unquote(local_name(iri), errors="replace"))
    from_label = _joined(without_unit(ontology.label(iri, "en")), capital=is_class)
    plain = local if _LOCAL.fullmatch(local) else "_".join(_WORD.findall(local))
    named = [from_label, plain] if is_code(local) else [plain, from_label]
    name = next((n for n in named if n.strip("_")), "Term" if is_class else "property")[:LONGEST].strip("-")
    if _PLACEHOLDER.fullmatch(name):
        name += "_"
    yield name
    yield from (f"{name}_{p}" for n, p in prefixes if iri.startswith(n) and _LOCAL.fullmatch(p))
    yield from (f"{name}_{number}" for number in count(2))


def _joined(label: str, *, capital: bool) -> str:
    """A label in one word: "annual salary" -> "annualSalary", of a class "AnnualSalary"."""
    words = [w for w in _WORD.findall(unicodedata.normalize("NFC", label)) if w.strip("_")]
    if all(fold(w).isascii() for w in words):
        words = [w if w.isascii() else fold(w) for w in words]
    written = ""
    for word in words:
        head = word[:1].upper() if written or capital else word[:1].lower()
        new = word if word.isupper() and len(word) > 1 else head + word[1:]
        if written and len(written) + len(new) > LONGEST:
            break
        written += new
    return written[:LONGEST]


def _namespace(iri: str) -> str:
    return iri[: len(iri) - len(local_name(iri))] if iri.endswith(local_name(iri)) else iri
