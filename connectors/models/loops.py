"""Whether a reply has come into a loop: the same words again and again, as models do that lost their way.

In: the text so far. Out: whether it ends in a loop. A query or a list repeats itself a little, never so.
"""

from __future__ import annotations

# In the last so many characters, something that repeats itself at least so often.
_WINDOWS = ((600, 10), (2_400, 5))
STEP = 200  # characters after which it is worth another look


def is_looping(text: str) -> bool:
    """Whether the end of the text is one piece after the other of the same words."""
    return any(
        len(text) >= size and _period(text[-size:]) * times <= size and text[-size:].strip()
        for size, times in _WINDOWS
    ) or (len(text) >= _WINDOWS[-1][0] and not text[-_WINDOWS[-1][0] :].strip())


def _period(text: str) -> int:
    """The shortest length after which a text repeats itself, its own length where it never does (the
    failure function of Knuth, Morris and Pratt).
    """
    fallback = [0] * len(text)
    matched = 0
    for place in range(1, len(text)):
        while matched and text[place] != text[matched]:
            matched = fallback[matched - 1]
        if text[place] == text[matched]:
            matched += 1
        fallback[place] = matched
    return len(text) - fallback[-1]
