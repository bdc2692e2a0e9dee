"""A noun that a graph has in the name of a property and at the end of the name of the class that it leads to:
"devices" where wards have "has device" and there are things of a class "Medical Device".

In: a phrase and a property that it may name. Out: the class that the noun means where it stands alone.
"""

from __future__ import annotations

from kgqa.linking.tokens import tokenise
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.reader import WHOLE, Reader
from kgqa.types import TermKind


def class_called(reader: Reader, piece: Piece, prop: str) -> str:
    """The class of what a property leads to (or comes from) whose name ends with the phrase; "" for none, and
    where a class is called by the phrase itself, which is a meaning of its own. What stands for a number (a
    price) is none: its number is meant.
    """
    if any(m.how in WHOLE for m in piece.matches(TermKind.CLASS)):
        return ""
    noun = _lemmas(reader, reader.text(piece))
    schema = reader.schema
    for ends in (schema.objects(prop), schema.subjects(prop)):
        cls = schema.nearest(ends)
        name = _lemmas(reader, schema.ontology.label(cls)) if cls else ()
        if noun and name[-len(noun) :] == noun and schema.measure_of(cls, reader.names) is None:
            return cls
    return ""


def _lemmas(reader: Reader, text: str) -> tuple[str, ...]:
    return tuple(reader.lang.lemma(t.text.lower()) for t in tokenise(text))
