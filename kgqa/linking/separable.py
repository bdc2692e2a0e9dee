"""Verbs that stand in two places: "stellt … her" is one verb, "herstellen".

In: the tokens of a question. Out: which token is such a verb, its whole, and where its other part stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language import Language
from kgqa.linking.tokens import Token


@dataclass(frozen=True, slots=True)
class Separated:
    """A verb at token `verb`, with its beginning at token `prefix`; `whole` is its infinitive."""

    verb: int
    prefix: int
    whole: str


def separated(text: str, tokens: Sequence[Token], lang: Language) -> tuple[Separated, ...]:
    """The verbs whose beginning stands at the end of their clause, and makes a word of the language with
    them.
    """
    found = []
    for last, token in enumerate(tokens):
        if token.folded not in lang.phrases("separable") or not _ends_clause(text, tokens, last, lang):
            continue
        for first in range(last - 1, -1, -1):
            lemma = lang.lemma(tokens[first].text.lower())
            whole = token.text.lower() + lemma
            is_verb = tokens[first].text.islower() or first == 0
            if (
                is_verb
                and lemma.endswith("n")
                and lemma not in lang.phrases("auxiliary")
                and lang.knows(whole)
            ):
                found.append(Separated(first, last, whole))
                break
    return tuple(found)


def _ends_clause(text: str, tokens: Sequence[Token], at: int, lang: Language) -> bool:
    if at + 1 == len(tokens):
        return True
    following = tokens[at + 1]
    return "," in text[tokens[at].end : following.start] or following.folded in lang.phrases("conjunction")
