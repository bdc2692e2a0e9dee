"""Whether a question leans on what was said before, or begins a new topic.

In: the words of a question and how it reads alone. Out: yes or no.
"""

from __future__ import annotations

from kgqa.linking.pronouns import points_back
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.following.edits import WEAK, Edit
from kgqa.strategies.interpret.following.talk import starts
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

_FRAGMENT = 4  # words that are no sentence of their own
_SCHEMA = (TermKind.CLASS, TermKind.PROPERTY)


def leans(found: list[Reading], reader: Reader) -> bool:
    """“and …", "only …", "… of them", "sort by …", or a fragment that names nothing to ask for."""
    lang = reader.lang
    words = [t.folded for t in reader.tokens]
    best = found[0] if found else None
    if best is not None and _asks_of_pronoun(best, reader):
        return False  # "and her e-mail address?" is whole with what "her" means
    if starts(" ".join(words), lang.phrases("follow_up.starts")):
        return True
    if any(w in lang.phrases("follow_up.several") and _is_free(i, reader, best) for i, w in enumerate(words)):
        return True
    if best is not None and any(f.function not in _weak(best) for _, f in best.cue(Cue.EDIT)):
        return True
    if best is not None and _is_only_grouped(best):
        return True
    return best is None or (len(words) < _FRAGMENT and not _is_whole(best)) or not best.meanings


def _weak(reading: Reading) -> frozenset[str]:
    """The edits that any question may have; "list all customers" is one of its own."""
    return WEAK | {Edit.ALL} if reading.meanings else WEAK


def _asks_of_pronoun(reading: Reading, reader: Reader) -> bool:
    """Whether a pronoun for one thing stands beside what is asked of it."""
    pronouns = [
        n
        for n, p in enumerate(reading.pieces)
        if n in reading.meanings and p.link is not None and points_back(p.link.text, reader.lang)
    ]
    others = [m for n, m in reading.meanings.items() if n not in pronouns]
    asks = reading.has(Cue.WHEN, Cue.WHERE, Cue.AMOUNT, Cue.WHO, Cue.EDIT)
    is_noun = any(reading.pieces[n].last > reading.pieces[n].first for n in pronouns)  # "the second one"
    return bool(pronouns) and (bool(others) or asks or is_noun)


def _is_whole(reading: Reading) -> bool:
    """Whether a reading asks for something by itself: "customers in Norway", "list the customers"."""
    kinds = [m.kind for m in reading.meanings.values()]
    if TermKind.CLASS in kinds:
        lists = any(f.function == Edit.ALL for _, f in reading.cue(Cue.EDIT))
        return len(kinds) > 1 or lists or reading.has(Cue.ASK, Cue.COUNT, Cue.WHO)
    return TermKind.ENTITY in kinds and TermKind.PROPERTY in kinds


def _is_only_grouped(reading: Reading) -> bool:
    """“how many per department?": what is counted was said before."""
    groups = [f.last for _, f in reading.cue(Cue.GROUP)]
    firsts = [reading.pieces[n].first for n in reading.meanings]
    return bool(firsts) and all(any(0 < first - last <= 2 for last in groups) for first in firsts)  # noqa: PLR2004  # one word between


def _is_free(i: int, reader: Reader, reading: Reading | None) -> bool:
    """Whether a word such as "those" stands for all that was answered: not before a noun that names nothing
    said before, not inside a name.
    """
    pieces = reading.pieces if reading is not None else ()
    covered = any(p.link is not None and p.first <= i <= p.last for p in pieces)
    return not covered and not _begins_clause(i, reader)


def _begins_clause(i: int, reader: Reader) -> bool:
    """“die Kunden, die …": a word that is also an article or begins a relative clause."""
    word = reader.tokens[i].folded
    return word in reader.lang.phrases("follow_up.articles")
