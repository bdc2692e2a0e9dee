"""What people say round a question, "Hi team, quick question: …? Thanks!", is no part of it.

In: a text, its language, and what tells whether words name something of the graph. Out: the text without
greetings and thanks, without what only says that something is asked, and without the sentences in which who
asks speaks of other things. A text that is nothing else stays as it is, and is told as talk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from kgqa.language import Language
from kgqa.linking.mentions import QUOTED, is_empty
from kgqa.linking.tokens import Token, tokenise
from kgqa.values.numbers import number

_LONGEST = 6  # words of a phrase
_SAYING = 12  # words before a colon, at most
_PAUSE = re.compile(r"\s*(?:[,!.:;\u2026\u2013\u2014]|-\s|\n)")


Named = Callable[[str], bool]


class Talk(StrEnum):
    """What people say to who answers, the most telling first."""

    HELP = "help"
    THANKS = "thanks"
    GREETING = "greeting"


_TALK = (
    ("help", Talk.HELP),
    ("thanks", Talk.THANKS),
    ("greetings", Talk.GREETING),
    ("wellbeing", Talk.GREETING),
    ("greeted", None),
)
_NEAR = 5  # words before a question word, within which it is said that there is a question
_REMARK = 8  # words of "including all those of the groups below"
_GENITIVE = 3  # words behind "does anyone have the", within which it says of what
_QUESTIONS = ("who", "where", "when", "columns.which", "count_phrases")  # what begins no aside
_SENTENCE = re.compile(r"(?<=[?!\u2026])\s+|(?<=[^\W\d_]{4}\.)\s+|\s*\n\s*")
_BROKEN = re.compile(r"(?:[,:;.!]|\s[-\u2013\u2014])\s*$")  # how a clause ends
_NOTE = re.compile(r":\s|\s[-\u2013\u2014]\s")
_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_COLON = re.compile(r"\s*:(?=\s)")


def asked_in(text: str, lang: Language, named: Named) -> str:
    """The question of a text; no character within its sentences is changed. `named` tells whether words hold
    a name of the graph or a condition: what does is part of the question.
    """
    asked = _bare(text, lang)
    parts = _SENTENCE.split(asked)
    kept = [part for part in parts if not _is_aside(part, lang, named)]
    if 0 < len(kept) < len(parts):
        asked = _bare(" ".join(kept), lang)
    asked = _without_inclusions(asked, lang)
    asked = _without_note(_without_why(asked, lang, named), lang, named)
    return asked[_introduced(asked, lang, named) :]


def _bare(text: str, lang: Language) -> str:
    """The text from its first to its last character that is no greeting and no thanks."""
    start, end = 0, len(text)
    while behind := _opened(text[start:end], lang):
        start += behind
    while before := _closed(text[start:end], lang):
        end = start + before
    return text[start:end].strip() if (start, end) != (0, len(text)) else text


def _is_aside(sentence: str, lang: Language, named: Named) -> bool:
    """Whether somebody speaks of themselves in a sentence, or thanks, and names nothing: "We have two of
    them", "Could you send me the list?", but not "give me both numbers".
    """
    tokens = tokenise(sentence)
    if _phrase(tokens, 0, lang.phrases("courtesy.giving")) and any(_is_amount(t, lang) for t in tokens):
        return False
    if any(_phrase(tokens, 0, lang.phrases(name)) for name in _QUESTIONS):
        return False  # "Wie viele Techniker haben wir?"
    words = [lang.phrases(f"courtesy.{name}") for name in ("speaker", "thanks", "greetings")]
    is_talk = any(_holds(tokens, phrases) for phrases in words)
    return is_talk and not (QUOTED.search(sentence) or _has_digit(sentence) or named(sentence))


def _without_inclusions(text: str, lang: Language) -> str:
    """The question without remarks that something counts as well, which takes nothing away: "(discontinued
    ones included)", "externals count too".
    """
    kept = _BRACKETS.sub(lambda found: "" if _includes(found[1], lang) else found[0], text)
    before, _, last = kept.rpartition(",")
    kept = before if before and _includes(last, lang) else kept
    first, *rest = _SENTENCE.split(kept)
    return " ".join((first, *(part for part in rest if not _includes(part, lang))))


def _includes(remark: str, lang: Language) -> bool:
    """Whether a remark says that some count as well: "also old ones", and not "also Sweden", which is a
    name.
    """
    tokens = tokenise(remark)
    words = [t.folded for t in tokens]
    begins = bool(words) and words[0] in lang.phrases("courtesy.including")
    begins = begins and not any(t.text.istitle() for t in tokens[1:])
    ends = any(" ".join(words[-size:]) in lang.phrases("courtesy.included") for size in (1, 2, 3))
    ends = ends and len(words) > 1 and lang.phrases("negation").isdisjoint(words)
    return (begins or ends) and len(words) <= _REMARK and not _has_digit(remark)


def _without_why(text: str, lang: Language, named: Named) -> str:
    """The question without what it is for: "…, need it for the board"."""
    comma = text.rfind(",")
    behind = text[comma + 1 :]
    tells = comma > 0 and _phrase(tokenise(behind), 0, lang.phrases("courtesy.needing"))
    tells = tells or (comma > 0 and _is_purpose(tokenise(behind), lang))
    return text[:comma].rstrip() if tells and not (_has_digit(behind) or named(behind)) else text


def _without_note(text: str, lang: Language, named: Named) -> str:
    """The question without what it is for, before a colon or a dash: "audit prep: …", "ordering chairs: …";
    with what it is about: "suppliers in Norway: …", "for the red ones: …".
    """
    found = _NOTE.search(text)
    before = text[: found.start()] if found else ""
    tokens = tokenise(before)
    small = lang.stop | lang.phrases("follow_up.ones")
    if found is None or not tokens or any(t.folded in small for t in tokens) or _has_digit(before):
        return text  # "the red ones: …"
    if _holds(tokens, lang.asking) or QUOTED.search(before) or not _names_nothing(tokens, lang):
        return text
    is_activity = tokens[0].folded.endswith(tuple(lang.data["courtesy"]["activity"]))
    rest = text[found.end() :]
    about = before[tokens[0].end :] if is_activity else before
    return text if named(about) or not named(rest) else rest


def _is_amount(token: Token, lang: Language) -> bool:
    return token.folded in lang.phrases("courtesy.amounts") or number(token.folded, lang) is not None


def _introduced(text: str, lang: Language, named: Named) -> int:
    """Where the question begins behind words that only say that there is one: "I need to know which …"."""
    tokens = tokenise(text)
    saying = lang.phrases("courtesy.saying")
    for at, token in enumerate(tokens):
        asks = _phrase(tokens, at, lang.asking)
        if not at or not (asks or _phrase(tokens, at, lang.phrases("yes_no"))):
            continue
        led = asks and tokens[at - 1].folded in lang.phrases("besides.before")  # "asks: in which …"
        first = tokens[at - 1] if led else token
        before, near = text[: first.start], tokens[max(at - _NEAR, 0) : at]
        if _has_digit(before) or QUOTED.search(before):
            continue
        if before.rstrip().endswith((":", ",")) and _holds(near, lang.phrases("courtesy.reporting")):
            return first.start  # "A customer asks: which …"
        if asks and _BROKEN.search(before) and _speaks_of_self(tokens[:at], lang) and not named(before):
            return first.start  # "I'm new here, who …"
        says_only = all(is_empty(t, lang) for t in tokens[:at])  # "Can you tell me"
        if asks and _holds(near, saying) and (says_only or not named(before)):
            return token.start
    return 0


def _speaks_of_self(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether words tell of who asks and ask for nothing themselves."""
    return not _holds(tokens, lang.asking) and _holds(tokens, lang.phrases("courtesy.speaker"))


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def talk(text: str, lang: Language) -> Talk | None:
    """What a text is that asks for nothing in a graph: a greeting, thanks, or a question about who answers;
    None for every other text, and for one with a single word more.
    """
    tokens = tokenise(text)
    kinds: set[Talk] = set()
    at = 0
    while at < len(tokens):
        sizes = [(_phrase(tokens, at, lang.phrases(f"courtesy.{name}")), kind) for name, kind in _TALK]
        size, kind = max(sizes, key=lambda found: found[0])
        if not size:
            return None
        kinds |= {kind} if kind else set()
        at += size
    return next((kind for kind in Talk if kind in kinds), None)


def _opened(text: str, lang: Language) -> int:
    """Where the text goes on behind a greeting, or behind a clause that only says that something is asked; 0
    where it begins with neither.
    """
    tokens = tokenise(text)
    opened = _to_anyone(tokens, lang) or _phrase(tokens, 0, lang.phrases("courtesy.requesting"))
    if 0 < opened < len(tokens):
        return tokens[opened].start
    greeted = _greeting(tokens, lang)
    if greeted and greeted < len(tokens):
        pause = _PAUSE.match(text, tokens[greeted - 1].end)
        if pause or is_empty(tokens[greeted], lang):
            return pause.end() if pause else tokens[greeted].start
    return _said(text, tokens, lang)


def _to_anyone(tokens: Sequence[Token], lang: Language) -> int:
    """How many words only ask whoever reads it: "can someone" before "give me", "does anyone know" before
    "who", "does anyone have" before "the number of Ada". Who has a licence, is asked for by the graph.
    """
    size = _phrase(tokens, 0, lang.phrases("courtesy.anyone"))
    if size and _phrase(tokens, size, lang.asking | lang.phrases("courtesy.giving")):
        return size
    size = _phrase(tokens, 0, lang.phrases("courtesy.anyone") | lang.phrases("courtesy.anyone_has"))
    of = {t.folded for t in tokens[size + 2 : size + 2 + _GENITIVE]} & lang.phrases("belonging")
    is_one = size and len(tokens) > size and tokens[size].folded in lang.phrases("courtesy.definite")
    return size if is_one and of else 0


def _greeting(tokens: Sequence[Token], lang: Language) -> int:
    size = _phrase(tokens, 0, lang.phrases("courtesy.greetings"))
    while size and (more := _phrase(tokens, size, lang.phrases("courtesy.greeted"))):
        size += more
    return size


def _said(text: str, tokens: Sequence[Token], lang: Language) -> int:
    """Behind “For my report,” and “Could you look this up:”. What has a name in it is the question."""
    for at, token in enumerate(tokens[:_SAYING]):
        colon = _COLON.match(text, token.end)
        pause = colon or _PAUSE.match(text, token.end)
        if pause is None:
            continue
        before = tokens[: at + 1]
        clause = text[: token.end]
        if at + 1 < len(tokens) and not QUOTED.search(clause) and not _has_digit(clause):
            says = colon and _names_nothing(before, lang) and _holds(before, lang.phrases("courtesy.saying"))
            if says or _is_purpose(before, lang):
                return pause.end()
        if colon:
            break
    return 0


def _is_purpose(before: Sequence[Token], lang: Language) -> bool:
    size = _phrase(before, 0, lang.phrases("courtesy.for"))
    return bool(size) and before[-1].folded in lang.phrases("courtesy.purposes")


def _names_nothing(before: Sequence[Token], lang: Language) -> bool:
    """Whether no word but the first is written as names are; in German that does not tell."""
    if lang.code == "de":
        return True
    return all(t.text == t.text.lower() or t.text.partition("'")[0] == "I" for t in before[1:])


def _holds(tokens: Sequence[Token], phrases: frozenset[str]) -> bool:
    return any(_phrase(tokens, at, phrases) for at in range(len(tokens)))


def _closed(text: str, lang: Language) -> int:
    """Where the question ends before thanks or a "please"; 0 where it does not end with any."""
    tokens, thanks = tokenise(text), lang.phrases("courtesy.thanks") | lang.phrases("courtesy.closing")
    for size in range(min(_LONGEST, len(tokens) - 1), 0, -1):
        if " ".join(t.folded for t in tokens[-size:]) in thanks:
            return tokens[-size].start
    return 0


def _phrase(tokens: Sequence[Token], at: int, phrases: frozenset[str]) -> int:
    """How many words of a phrase begin there, the longest one; 0 for none."""
    words = [t.folded for t in tokens[at : at + _LONGEST]]
    return next((n for n in range(len(words), 0, -1) if " ".join(words[:n]) in phrases), 0)
