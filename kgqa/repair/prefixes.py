"""Prefixes that a text uses and nobody declares, declared where the names behind them tell what they mean.

In: a text and the ontology. Out: the text with declarations before it, and a sentence for each; None where
there is nothing to declare, or a prefix may mean several namespaces.
"""

from __future__ import annotations

import re

from kgqa.ontology import Ontology, local_name
from kgqa.sparql.pieces import said
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.wording.said import Said, say

_DECLARED = re.compile(r"\bPREFIX\s+([^\s:]*):", re.IGNORECASE)


def with_declared(text: str, ontology: Ontology) -> tuple[str, tuple[Said, ...]] | None:
    """The text with every prefix that it uses declared, and what each was taken for."""
    known = {*WELL_KNOWN, *(p for p, _ in ontology.prefixes), *_DECLARED.findall(text)}
    names: dict[str, set[str]] = {}  # undeclared prefix -> the names behind it
    for piece in said(text):
        prefix, _, local = piece.text.partition(":")
        if piece.kind == "name" and prefix not in known and prefix != "_":
            names.setdefault(prefix, set()).add(local)
    lines, done = [], []
    for prefix, locals_ in names.items():
        spaces = {t.removesuffix(local_name(t)) for t in ontology.known_terms if local_name(t) in locals_}
        meant = [s for s in sorted(spaces) if all(s + local in ontology.known_terms for local in locals_)]
        if len(meant) != 1:
            return None
        lines.append(f"PREFIX {prefix}: <{meant[0]}>\n")
        done.append(say("The prefix “{prefix}:” stands for {address}.", prefix=prefix, address=meant[0]))
    return ("".join(lines) + text, tuple(done)) if lines else None
