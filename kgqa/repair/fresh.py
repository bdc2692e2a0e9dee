"""Names for variables that a query does not have yet.

In: a query, or its names, and the wanted name, or what the variable stands for. Out: a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from kgqa.ontology import Union, local_name
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import ParsedQuery, Var


def fresh(query: ParsedQuery, wanted: str) -> str:
    """`wanted`, with a number behind it where the query uses that name."""
    return unused(wanted, mentions(query))


def unused(wanted: str, taken: Collection[str]) -> str:
    """`wanted`, with a number behind it where that is one of the names that are taken."""
    numbered = (f"{wanted}{n}" for n in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(n for n in numbered if n not in taken)


def called(classes: Union, property: str) -> str:  # noqa: A002 - the field's word
    """What a variable for a thing is called: by its class where that is one, else by the property."""
    named = local_name(min(classes) if len(classes) == 1 else property)
    letters = "".join(c for c in named if c.isascii() and (c.isalnum() or c == "_"))
    return letters[:1].lower() + letters[1:] if letters[:1].isalpha() else "thing"


def mentions(query: ParsedQuery) -> Counter[str]:
    """How often each variable is written."""
    found: Counter[str] = Counter()

    def count(value: object) -> None:
        if isinstance(value, Var):
            found[value.name] += 1

    exchanged((query.select, query.template, query.described), count)
    return found
