"""Whether a question leans on the thread, by the interpreter's own tests: no model is asked.

In: a question with its history and its links, the interpreter. Out: yes or no.
"""

from __future__ import annotations

from kgqa.conversation import spoken
from kgqa.language import Language
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import Token, tokenise
from kgqa.strategies.interpret import Interpret
from kgqa.strategies.interpret.cues import cues
from kgqa.strategies.interpret.following import edits, leans
from kgqa.strategies.interpret.pieces import segmentations
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import best_readings
from kgqa.types import LinkedQuestion


def leans_back(linked: LinkedQuestion, interpret: Interpret, *, late: bool = False) -> bool:
    """Whether words of the question mean what only the thread can tell: it begins with "and", has a pronoun
    for what was said, says what becomes of the last answer, or names nothing to ask for. `late` says that it
    was not understood: then "that" may point back too.
    """
    question = linked.question
    if not question.history:
        return False
    lang = spoken(question)
    tokens = tokenise(question.text)
    if any(_is_pronoun(t, lang, late=late) for t in tokens) or _is_resolved(linked, lang):
        return True
    found = (*cues(question.text, tokens, lang, question.asked_at.date()), *edits(tokens, lang))
    reader = Reader(interpret.schema, interpret.naming, lang, tokens, question.text)
    return leans(best_readings(segmentations(linked, tokens, found, lang)), reader)


def _is_pronoun(token: Token, lang: Language, *, late: bool) -> bool:
    names = ("persons", "things", "any", *(("pointing", "several") if late else ()))
    return any(token.folded in lang.phrases(f"follow_up.{n}") for n in names)


def _is_resolved(linked: LinkedQuestion, lang: Language) -> bool:
    """Whether a phrase such as "that order" or "the second one" was taken for something said before."""
    pinned = (n for n in linked.links if n.matches and n.matches[0].how == "pinned")
    chosen = {pin.mention.casefold() for pin in linked.question.pins}
    return any(n.text.casefold() not in chosen and points_back(n.text, lang) for n in pinned)
