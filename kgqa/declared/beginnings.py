"""What a file is, told by how it begins: that tells more than its ending.

In: the first bytes of a file. Out: its format; or in words what it is instead of an ontology, and the remedy.
"""

from __future__ import annotations

import re

import pyoxigraph as ox

_XML = rb"\s*(<\?xml[^>]*>)?\s*(<!--.*?-->\s*)*(<!DOCTYPE\s+[\w:]+\s*\[.*?\]>\s*)?"
_SAVE = "Save it as Turtle or RDF/XML"

_FORMATS = (
    (_XML + rb"<(\w+:)?RDF[\s>]", ox.RdfFormat.RDF_XML),
    (rb"(\s|#[^\n]*\n)*(@prefix|@base|(?i:prefix)\s+[\w.-]*:|(?i:base)\s*<)", ox.RdfFormat.TURTLE),
    (rb"\s*(\[\s*)?\{\s*(\"|\})", ox.RdfFormat.JSON_LD),
)
_STRANGERS = (
    (rb"PK\x03\x04", "a ZIP archive. Unpack it and give the file that is in it"),
    (rb"%PDF", "a PDF. Give the ontology itself, as Turtle for example"),
    (
        _XML + rb"(?i:<(!DOCTYPE\s+)?html)",
        "a web page, not an ontology. Download the ontology itself, as Turtle or RDF/XML",
    ),
    (_XML + rb"<Ontology\s", f"in OWL/XML. {_SAVE}"),
    (rb"\s*Prefix\s*\(", f"in OWL's functional syntax. {_SAVE}"),
    (rb"\s*(Prefix|Ontology):\s", f"in OWL's Manchester syntax. {_SAVE}"),
)


def told_by(head: bytes, ending: ox.RdfFormat) -> ox.RdfFormat:
    """The format in which a file is written; that of its ending where the beginning does not tell."""
    for pattern, told in _FORMATS:
        if re.match(pattern, head, re.DOTALL):
            # TriG begins like Turtle, and only its ending tells
            return ending if told == ox.RdfFormat.TURTLE and ending == ox.RdfFormat.TRIG else told
    return ending


def stranger(head: bytes) -> str:
    """What a file is that is no ontology, or in a syntax that is not read, and what to do; "" for others."""
    return next((what for pattern, what in _STRANGERS if re.match(pattern, head, re.DOTALL)), "")
