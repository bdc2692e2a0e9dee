"""Whether a question leans on the thread, seen in its words: no model is asked.

In: a question with its history and its links, the schema. Out: yes or no.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.conversation import spoken
from kgqa.language import Language
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import Token, tokenise
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found, cues
from kgqa.strategies.parse.following import Following
from kgqa.types import Link, LinkedQuestion, TermKind

_FRAGMENT = 4  # words that are no sentence of their own
_LONGEST = 6  # words that say what becomes of the last answer
# Any question may have such words: "list all customers", "the first order", "tell me about Ada".
_WEAK = frozenset(("beside", "about", "every", "first", "top", "all"))


def leans_back(linked: LinkedQuestion, schema: Schema, *, late: bool = False) -> bool:
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
    found = cues(question.text, tokens, lang, question.asked_at.date())
    follow = Following(linked, tokens, schema, lang)
    names = list(_names(linked))
    free = [t for t in tokens if not any(n.start <= t.start and t.end <= n.end for n in names)]
    several = lang.phrases("follow_up.several") - lang.phrases("follow_up.articles")
    compared = {i for f in found if f.cue is Cue.COMPARISON for i in range(f.first, f.last + 1)}
    edits = set(_edits([t for i, t in enumerate(tokens) if t in free and i not in compared], lang))
    return (
        bool(follow.lead)
        or any(t.folded in several for t in free)
        or not edits <= _WEAK
        or follow.is_fragment(found)
        or not names
        or (len(tokens) < _FRAGMENT and not _is_whole(names, found, lists="all" in edits))
    )


def _names(linked: LinkedQuestion) -> Iterator[Link]:
    """The names of a question that are no part of a longer one."""
    for link in linked.links:
        longer = (n for n in linked.links if n.end - n.start > link.end - link.start)
        if link.matches and not any(n.start <= link.start and link.end <= n.end for n in longer):
            yield link


def _edits(tokens: list[Token], lang: Language) -> Iterator[str]:
    """What the words do to the last question: "only", "sort by", "the next five"."""
    table, words = lang.table("edit"), [t.folded for t in tokens]
    for first in range(len(words)):
        for last in range(first + 1, min(first + _LONGEST, len(words)) + 1):
            if (edit := table.get(" ".join(words[first:last]))) is not None:
                yield str(edit)


def _is_whole(names: list[Link], found: tuple[Found, ...], *, lists: bool) -> bool:
    """Whether a few words ask for something by themselves: "customers in Norway", "all customers"."""
    kinds = {n.matches[0].kind for n in names}
    if TermKind.CLASS in kinds:
        return lists or len(names) > 1 or any(f.cue in (Cue.ASK, Cue.COUNT, Cue.WHO) for f in found)
    return {TermKind.ENTITY, TermKind.PROPERTY} <= kinds


def _is_pronoun(token: Token, lang: Language, *, late: bool) -> bool:
    names = ("persons", "things", "any", *(("pointing", "several") if late else ()))
    return any(token.folded in lang.phrases(f"follow_up.{n}") for n in names)


def _is_resolved(linked: LinkedQuestion, lang: Language) -> bool:
    """Whether a phrase such as "that order" or "the second one" was taken for something said before."""
    pinned = (n for n in linked.links if n.matches and n.matches[0].how == "pinned")
    chosen = {pin.mention.casefold() for pin in linked.question.pins}
    return any(n.text.casefold() not in chosen and points_back(n.text, lang) for n in pinned)
