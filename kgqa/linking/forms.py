"""The forms under which names may have the words of a phrase: as they stand, in the singular, in base forms.

In: tokens, and what tells whether a word stands in any name at all. Out: for each word its forms that do, and
for a phrase the keys under which a name may be it. Most runs of a question's words have a word that no name
has, and are seen here to be no name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from kgqa.language import Language, singulars
from kgqa.linking.tokens import Token

_KEPT = 20_000  # words


@dataclass(frozen=True, slots=True)
class Forms:
    """What stands in names of the forms of a word: itself, its base form ("" where it does not), and what it
    may be as the last word of a name, likeliest first.
    """

    plain: str
    base: str
    ends: tuple[str, ...]


class KnownWords:
    """The words of some names."""

    def __init__(self, has: Callable[[str], bool]) -> None:
        """`has` tells whether a folded word stands in a name; it is asked once for a word that comes back."""
        self._forms = lru_cache(_KEPT)(partial(_forms, has))

    def forms(self, token: Token, lang: Language) -> Forms:
        """The forms of a word that stand in names."""
        return self._forms(token.text, token.folded, lang)

    def keys(self, tokens: Sequence[Token], lang: Language) -> Iterable[str]:
        """The keys under which a name may be the phrase, as it stands first; each once."""
        if not tokens:
            return ()
        *before, last = [self.forms(t, lang) for t in tokens]
        plain, bases = [f.plain for f in before], [f.base for f in before]
        found: dict[str, None] = {}
        if all(plain):
            found.update((" ".join((*plain, end)), None) for end in (last.plain, last.base) if end)
        if all(bases) and last.base:
            found[" ".join((*bases, last.base))] = None
        if all(plain):
            found.update((" ".join((*plain, end)), None) for end in last.ends)
        return found


def _forms(has: Callable[[str], bool], text: str, folded: str, lang: Language) -> Forms:
    base = lang.lemma(text)
    endings = lang.data["noun_endings"].items()
    nouns = (folded.removesuffix(ending) + noun for ending, noun in endings if folded.endswith(ending))
    known = [form for form in dict.fromkeys((folded, base, *nouns, *singulars(folded))) if has(form)]
    return Forms(folded if folded in known else "", base if base in known else "", tuple(known))


def participles(token: Token, lang: Language) -> Iterable[str]:
    """What a state is called that a word tells of: "storniert" by "stornierte", "cancelled" by "cancel"."""
    text, folded, data = token.text, token.folded, lang.data
    for ending in data["adjective_endings"]:
        bare = folded.removesuffix(ending)
        if bare != folded and lang.lemma(text.removesuffix(ending)) == lang.lemma(text):
            yield bare
    for ending in data["adverb_endings"]:
        if (bare := folded.removesuffix(ending)) != folded:
            yield bare  # "intramuscularly"
    for ending in data["participle_endings"]:
        stems = (folded, folded.removesuffix(ending[:1]), folded + folded[-1:])  # "retire", "drop"
        for form in (stem + ending for stem in stems):
            if lang.stem(form) == lang.stem(folded):
                yield form
