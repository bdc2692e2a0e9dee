"""Terms whose only name is a word drawn together to its consonants: SHLF is a shelf, `hght` a height.

In: entries of classes and properties, then a word of a question that nothing else explains. Out: entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kgqa.language import fold
from kgqa.language.abbreviations import is_short
from kgqa.linking.entry import Entry
from kgqa.linking.shorter import bare
from kgqa.ontology import local_name, spaced

_LONGEST = 5  # letters of a word that is drawn together
_LEFT_OUT = 2  # letters, at least, that it lacks: three more letters are soon another word
_VOWELS = frozenset("aeiouy")


class Drawn:
    """The terms that nobody has named, by the first letters of their only word."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        names: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            names[entry.iri].append(entry)
        self._by_letter: defaultdict[str, list[tuple[str, Entry]]] = defaultdict(list)
        for iri, some in names.items():
            local = spaced(local_name(iri))
            word = fold(local)
            if (
                len(word) <= _LONGEST
                and bare(word)
                and not is_short(word)
                and {e.name for e in some} == {local}
            ):
                self._by_letter[word[0]].append((word, some[0]))

    def meant(self, word: str) -> Iterator[Entry]:
        """Those whose only word a folded word may be drawn together to."""
        return (entry for short, entry in self._by_letter.get(word[:1], ()) if stands_for(short, word))


def stands_for(short: str, word: str) -> bool:
    """Whether a word without vowels is another one drawn together: its first consonants, or some of them up
    to the last.
    """
    if len(word) < len(short) + _LEFT_OUT or word[0] != short[0]:
        return False
    if "".join((word[0], *(c for c in word[1:] if c not in _VOWELS))).startswith(short):
        return True
    letters = iter(word)
    return short[-1] == word[-1] and all(letter in letters for letter in short)
