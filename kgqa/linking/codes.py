"""Which properties hold codes: part numbers, staff numbers, e-mail addresses; and which hold other names.

In: a property's names and some of its literals. Out: whether such a literal also names the thing that has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import everywhere, fold
from kgqa.linking.spelled import said_by
from kgqa.linking.tokens import folded_words
from kgqa.ontology import Ontology, local_name, spaced

DISTINCT = 0.9  # share of things that a code must tell apart
_MOSTLY = 0.9  # share of literals that must look like codes
_SOME = 0.6  # the same, where the property is called a number or a code
_FEWEST = 4  # literals from which something can be told where the property's name does not
_LONGEST = 64  # characters of a code
_WORDS = 5  # of an identifier that is written with blanks: a telephone number

_MEASURED = re.compile(
    r"[-+]?\d+([.,]\d+)?([eE][-+]?\d+)?%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(T.*)?|\d+:\d\d(:\d\d)?"
)
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


def reads_as_code(text: str) -> bool:
    """Whether a text by itself looks like a code: digits within one word, or an e-mail address."""
    if " " in text or len(text) > _LONGEST or "://" in text or _MEASURED.fullmatch(text):
        return False
    return any(c.isdigit() for c in text) or bool(_ADDRESS.fullmatch(text))


def are_codes(prop: str, ontology: Ontology, texts: Sequence[str]) -> bool:
    """Whether the literals of a property, of which these are some, look like codes of their things."""
    if not texts or len(set(texts)) < DISTINCT * len(texts):
        return False
    if _is_called(prop, ontology, "code_words"):
        return sum(map(_may_be_code, texts)) >= _SOME * len(texts)
    return len(texts) >= _FEWEST and sum(map(reads_as_code, texts)) >= _MOSTLY * len(texts)


def is_alias(prop: str, ontology: Ontology) -> bool:
    """Whether a property is called an abbreviation or another name."""
    return bool(_names(prop, ontology) & everywhere("alias_words"))


def _may_be_code(text: str) -> bool:
    if len(text) > _LONGEST or "://" in text or len(text.split()) > _WORDS:
        return False
    return any(c.isdigit() for c in text) or bool(_ADDRESS.fullmatch(text)) or " " not in text


def _is_called(prop: str, ontology: Ontology, table: str) -> bool:
    words = {word for name in _names(prop, ontology) for word in folded_words(name)}
    whole = everywhere(table)
    # Languages that write compounds as one word have the noun at the end: "Teilenummer".
    return bool(words & whole) or any(w.endswith(tail) for w in words for tail in whole if len(tail) > 5)  # noqa: PLR2004


def _names(prop: str, ontology: Ontology) -> set[str]:
    known = ontology.properties.get(prop)
    names = {fold(n.text) for n in (known.names if known else ()) if not n.short}
    return names | {fold(spaced(local_name(prop)))} | {fold(n.text) for n in said_by(prop, ontology)[:1]}
