"""The functions that Querist brings: what is near, what was measured, what sets two things apart, what a term
means, and what an amount is in another unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.definitions.definition import Definitions
from kgqa.functions.function import Function, described
from kgqa.functions.shipped.comparison import compare
from kgqa.functions.shipped.conversion import Rate, converting
from kgqa.functions.shipped.description import describe
from kgqa.functions.shipped.explanation import defining
from kgqa.functions.shipped.nearest import nearest
from kgqa.functions.shipped.places import place, places
from kgqa.functions.shipped.series import series

__all__ = ["Rate", "shipped"]


def shipped(rates: Sequence[Rate] = (), definitions: Definitions | None = None) -> tuple[Function, ...]:
    """All of them; money is converted by the `rates` that an admin gave."""
    return (
        described(nearest),
        described(place),
        described(places),
        described(series),
        described(compare),
        described(describe),
        described(defining(definitions or Definitions()), name="define"),
        described(converting(tuple(rates)), name="convert"),
    )
