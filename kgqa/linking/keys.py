"""Names of properties that tell things apart: "order number", "customer id", "ISBN".

In: the name of a property. Out: whether it says so.
"""

from __future__ import annotations

from kgqa.language import everywhere, fold
from kgqa.values.units import without_unit

_SHORT = 4  # letters: a longer word for an identifier may end a compound ("Auftragsnummer")


def names_key(name: str) -> bool:
    """Whether a name ends in "number", "id", "code", and not in "lines of code"."""
    keys, words = everywhere("columns.keys"), without_unit(fold(name)).split()
    last = [] if set(words[:-1]) & everywhere("belonging") else words[-1:]
    return any(w in keys or any(w.endswith(k) for k in keys if len(k) > _SHORT) for w in last)


def names_code(name: str) -> bool:
    """Whether a name is that of a key, or of something else that is written in digits and is no number: a
    telephone, a postcode, a version.
    """
    codes = everywhere("code_words") - everywhere("columns.keys") | everywhere("digit_words")
    return names_key(name) or not codes.isdisjoint(fold(name).split())
