"""The runs of a question's words, and what its single words show of them: most runs are no name, and need not
be looked up.

In: a question's words, the index. Out: truths about runs, each by its first word and its size; a run that may
be a name is looked up to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.mentions import is_empty
from kgqa.linking.tokens import Token


class Runs:
    """The runs of the words of one question."""

    def __init__(self, tokens: Sequence[Token], index: TermIndex, lang: Language) -> None:
        self.empty = [is_empty(t, lang) for t in tokens]
        self._inner = lang.phrases("inner_words")
        self._tokens = tokens
        # The parts of "hasBomPart" are cut in another way where they stand alone: these are looked up.
        self._is_cut = any(one.end == other.start for one, other in pairwise(tokens))
        forms = [index.words.forms(t, lang) for t in tokens]
        self._plain = [f.plain for f in forms]
        self._bases = [f.base for f in forms]
        self._ends = [f.ends for f in forms]
        self._stems = [index.vocabulary.has_stem(t, lang) for t in tokens]

    def may_be_name(self, first: int, size: int) -> bool:
        """Whether each word has a form that stands in names."""
        last = first + size - 1
        return self._is_cut or (
            bool(self._ends[last]) and (all(self._plain[first:last]) or all(self._bases[first:last]))
        )

    def may_be_reordered(self, first: int, size: int) -> bool:
        """Whether each word stands in names as it is, none of them small."""
        return all(self._plain[first : first + size]) and not any(self.empty[first : first + size])

    def may_be_stemmed(self, first: int, size: int) -> bool:
        """Whether the words may be those of a name of the schema in another order and other forms: it begins
        and ends with words that have a meaning, with one small word between them at most.
        """
        last = first + size - 1
        if self.empty[first] or self.empty[last]:
            return False
        if size > 1 and self._tokens[first].folded == self._tokens[last].folded:
            return False  # "boss's boss" is no boss
        inner = {self._tokens[n].folded for n in range(first, last) if self.empty[n]}
        if len(inner) > 1 or inner - self._inner:
            return False
        return self._is_cut or all(self._stems[first : last + 1])
