"""What is read and what is not: Message -> Message with clean text, or a Refusal with a plain sentence.

Pure. Right-to-left text and markup pass unharmed; control and invisible format characters go, except the two
joiners without which Persian, Hindi or an emoji family would be misspelled.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from bot.message import Message
from bot.words import FALLBACK, words
from kgqa.types import Move, Outcome, Suggestion

LONGEST = 2_000  # characters of one question
LONGEST_QUERY = 20_000  # characters of a query of the sender's own

_STOPS = frozenset({"stop", "cancel", "stopp", "abbrechen"})
_JOINERS = "\u200c\u200d"
_SPACES = "\n\t\r\v\f\x85\u2028\u2029"
_EMOJI = re.compile(r":[\w+'-]+(?:::[\w+'-]+)?:|[0-9#*]\ufe0f?\u20e3")  # :tada: as Slack writes it; keycaps

_ASKING = (
    "who whom whose what which when where why how wer wen wem wessen was wann wo woher wohin warum wieso"
)
_ASKING += " weshalb wie welche welcher welches welchen welchem wieviel wieviele"
_AFTER = "a an and or but too also auch und oder"  # "what a day", "when and if"
_WISHES = "show list name count find give tell zeige zeig liste nenne nenn zähle finde gib sag"
_MARKS = ("?", "\uff1f", "\u061f")  # those of Chinese and Arabic too
_FENCE = re.compile(r"(?i)\A```(?:sparql\b)?|```\Z")  # the marks of a code block
_QUERY = re.compile(r"(?is)(?:prefix|base|select|ask|construct|describe)\b.*\{.*\}")
_FEWEST = 3  # words of a question without a question mark: "who knows" is a sigh


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a message is not asked of the core, in words for its sender."""

    text: str
    outcome: Outcome = Outcome.REFUSED
    move: Move | None = None
    suggestions: tuple[Suggestion, ...] = ()


def read(message: Message, examples: tuple[str, ...] = (), *, language: str = FALLBACK) -> Message | Refusal:
    """The message with clean text, or why it cannot be asked, in this language. `examples` are questions that
    would work. A message with a query needs no words.
    """
    say = words(language)
    text = clean(message.text)
    if len(text) > LONGEST:
        return Refusal(
            text=say("desk-too-long", count=len(text), most=LONGEST),
            outcome=Outcome.FAILED,
            move=Move.ASKER,
        )
    if len(message.query) > LONGEST_QUERY:
        return Refusal(
            text=say("desk-query-too-long", count=len(message.query), most=LONGEST_QUERY),
            outcome=Outcome.FAILED,
            move=Move.ASKER,
        )
    if message.query.strip():
        whole = message.query.encode("utf-8", "ignore").decode()  # half characters can be kept nowhere
        return replace(message, text=text or say("desk-own-query"), query=whole)
    if not any(c.isalnum() for c in _EMOJI.sub("", text)):
        return Refusal(
            text=say("desk-no-question"),
            outcome=Outcome.UNKNOWN,
            suggestions=tuple(Suggestion(label=example, question=example) for example in examples),
        )
    return replace(message, text=text)


def query_in(text: str) -> str:
    """The SPARQL query that a message is, with or without a code block around it; "" for any other text."""
    bare = _FENCE.sub("", text.strip()).strip()
    return bare if _QUERY.match(bare) else ""


def is_stop(text: str) -> bool:
    """Whether `text` is nothing but the wish to stop."""
    return clean(text).strip(" .!").casefold() in _STOPS


def reads_like_a_question(text: str) -> bool:
    """Whether `text`, said to nobody in particular, reads like a question: it ends with a question mark, or
    begins as questions and wishes do in English and German.
    """
    said = _EMOJI.sub("", clean(text)).strip()
    spoken = re.findall(r"[^\W_]+", said.casefold())
    if not spoken:
        return False
    if said.rstrip(" \"'”“)»«.!").endswith(_MARKS):
        return True
    first = spoken[0]
    if len(spoken) < _FEWEST or said.endswith(("!", "…", "...")):
        return False
    is_asked = first in _ASKING.split() and spoken[1] not in _AFTER.split()
    return is_asked or first in _WISHES.split()


def clean(text: str) -> str:
    """`text` in one normal form, without control and invisible characters, its white space single."""
    plain = (" " if c in _SPACES else c for c in unicodedata.normalize("NFC", text))
    shown = "".join(c for c in plain if c in _JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return " ".join(shown.split())
