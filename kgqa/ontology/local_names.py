"""The words that stand in an IRI.

In: an IRI, or a name as programmers write it. Out: its last part; its words with blanks between them.
"""

from __future__ import annotations

from functools import lru_cache


def local_name(iri: str) -> str:
    """What stands behind the last '#', '/' or ':' of an IRI."""
    for mark in "#/:":
        tail = iri.rstrip("#/:").rpartition(mark)[2]
        if tail and tail != iri:
            iri = tail
    return iri


@lru_cache(maxsize=50_000)
def spaced(name: str) -> str:
    """A camelCase, snake_case or kebab-case name as words: "hasBomPart" -> "has bom part"."""
    words: list[str] = []
    current = ""
    for i, c in enumerate(name):
        if c in "_-. ":
            words.append(current)
            current = ""
            continue
        previous, following = name[i - 1 : i], name[i + 1 : i + 2]
        starts = c.isupper() and (
            previous.islower() or previous.isdigit() or (previous.isupper() and following.islower())
        )
        if starts and current:
            words.append(current)
            current = ""
        current += c
    words.append(current)
    return " ".join(w if w.isupper() and len(w) > 1 else w.lower() for w in words if w)
