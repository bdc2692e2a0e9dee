"""Whether a question asks if something is so by its first word alone: "Arbeitet Ada in Lyon?".

In: the question's tokens. Out: a truth. German puts the verb itself first, where English has "does", and the
verb may be what a property is called: so it is no cue that takes the word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import Language
from kgqa.linking.tokens import Token


def begins_whether(words: Sequence[str], lang: Language) -> bool:
    """Whether the first of folded words is one of those that ask so: "did", "has", "ist"."""
    return bool(words) and words[0] in lang.phrases("yes_no")


def asks_whether(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether the first word is a verb of the third person that asks; one that bids ("Zeige") does not."""
    ending = lang.data["verb_first"]
    if not ending or not tokens:
        return False
    word, lemma = tokens[0].folded, lang.lemma(tokens[0].text.lower())
    if word in lang.phrases("yes_no"):
        return True
    bids = lang.phrases("ask_phrases") | lang.stop  # "Liste … auf", "bitte alle …"
    if word in bids or word in lang.table("edit"):  # "sortiert nach"
        return False
    is_verb = lemma.endswith("n") and lemma != word and re.search(ending + "$", word) is not None
    beginning = tokens[-1].folded
    if is_verb and beginning in lang.phrases("separable") and lang.knows(beginning + lemma):
        return True  # "Findet … statt" does not bid to find anything
    return is_verb and lemma not in lang.phrases("ask_phrases") and lemma not in lang.stop
