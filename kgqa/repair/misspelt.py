"""Whether one name is another with slips of the pen in it, or says something of its own.

In: two names of terms. Out: yes or no. What changes the beginning of a word is mostly no slip: there stands
what makes another word of it ("cowriter", "unpaid"), and what tells two of a kind apart ("import", "export").
Nor is it one where what was written is a word by itself ("county", "contact").
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from kgqa.language.translation import english_words
from kgqa.ontology import spaced
from kgqa.ontology.nearness import FILLERS

_SHARE = 3  # letters of a word for each slip in it; at least one is a slip in any


def is_misspelt(written: str, meant: str) -> bool:
    """Whether a name as it was written can be nothing but `meant`, with letters wrong in a word, a "has" or
    a plural more or less, or its words joined, parted or turned.
    """
    whole = spaced(written).casefold().split(), spaced(meant).casefold().split()
    core = _core(whole[0]), _core(whole[1])
    return sorted(core[0]) == sorted(core[1]) or _are_slips(*whole) or _are_slips(*core)


def _are_slips(written: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether each word is the other one with slips in it; all in one where there are more of them."""
    if len(written) != len(meant):
        written, meant = ["".join(written)], ["".join(meant)]
    return all(a == b or _is_slip(a, b) for a, b in zip(written, meant, strict=True))


def _is_slip(written: str, meant: str) -> bool:
    if written.replace("z", "s") == meant.replace("z", "s"):  # organisation, organization
        return True
    if OSA.distance(written, meant) > max(1, len(meant) // _SHARE) or written in english_words():
        return False
    return written[:1] == meant[:1] or (len(written) > 1 and written[1::-1] == meant[:2])


def _core(said: Sequence[str]) -> Sequence[str]:
    """Words in the singular, as far as their endings tell, without those that say nothing."""
    return [w if w.endswith("ss") else w.removesuffix("s") for w in said if w not in FILLERS] or said
