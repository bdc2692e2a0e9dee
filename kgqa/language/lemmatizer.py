"""The lemmas of words, from the dictionaries of simplemma (Barbaresi 2021).

In: a word as it stands in a text, and the code of its language. Out: its lemma, as a dictionary has it.

The dictionaries are kept as tries: 9 MB a process and 5 ms to open them, where the package's own form takes
36 MB and 2.5 s. The first process on a machine writes the tries to the user's cache directory (4 s); where
nothing can be written there, each process makes its own.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from simplemma import Lemmatizer
from simplemma.strategies import DefaultStrategy, DictionaryLookupStrategy
from simplemma.strategies.dictionaries.trie_dictionary_factory import TrieDictionaryFactory


def lemmatized(word: str, code: str) -> str:
    """The lemma of a word, in small letters where no dictionary has it. Raises ValueError for no word."""
    return str(_lemmatizer().lemmatize(word, code))


def is_known(word: str, code: str) -> bool:
    """Whether a word stands in the language's dictionary, as a lemma or as a form of one."""
    return _lookup().get_lemma(unicodedata.normalize("NFC", word), code) is not None


@cache
def _tries() -> TrieDictionaryFactory:
    return TrieDictionaryFactory()


@cache
def _lookup() -> DictionaryLookupStrategy:
    return DictionaryLookupStrategy(_tries())


@cache
def _lemmatizer() -> Lemmatizer:
    return Lemmatizer(lemmatization_strategy=DefaultStrategy(dictionary_factory=_tries()))
