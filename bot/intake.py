"""What is read and what is not: Message -> Message with clean text, or a Refusal with a plain sentence.

Pure. Right-to-left text and markup pass unharmed; control and invisible format characters go, except the two
joiners without which Persian, Hindi or an emoji family would be misspelled.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from bot.message import Message
from kgqa.types import Move, Outcome, Suggestion

LONGEST = 2_000  # characters of one question

_STOPS = frozenset({"stop", "cancel", "stopp", "abbrechen"})
_JOINERS = "\u200c\u200d"
_SPACES = "\n\t\r\v\f\x85\u2028\u2029"
_EMOJI = re.compile(r":[\w+'-]+(?:::[\w+'-]+)?:|[0-9#*]\ufe0f?\u20e3")  # :tada: as Slack writes it; keycaps


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a message is not asked of the core, in words for its sender."""

    text: str
    outcome: Outcome = Outcome.REFUSED
    move: Move | None = None
    suggestions: tuple[Suggestion, ...] = ()


def read(message: Message, examples: tuple[str, ...] = ()) -> Message | Refusal:
    """The message with clean text, or why it cannot be asked. `examples` are questions that would work."""
    text = clean(message.text)
    if len(text) > LONGEST:
        return Refusal(
            text=f"Your message has {len(text):,} characters, and I read up to {LONGEST:,}. "
            "Please ask it in a sentence or two.",
            outcome=Outcome.FAILED,
            move=Move.ASKER,
        )
    if not any(c.isalnum() for c in _EMOJI.sub("", text)):
        return Refusal(
            text="I could not find a question in that. Ask me in plain words about what the graph knows: "
            "who, which, how many, since when.",
            outcome=Outcome.UNKNOWN,
            suggestions=tuple(Suggestion(label=example, question=example) for example in examples),
        )
    return replace(message, text=text)


def is_stop(text: str) -> bool:
    """Whether `text` is nothing but the wish to stop."""
    return clean(text).strip(" .!").casefold() in _STOPS


def clean(text: str) -> str:
    """`text` in one normal form, without control and invisible characters, its white space single."""
    plain = (" " if c in _SPACES else c for c in unicodedata.normalize("NFC", text))
    shown = "".join(c for c in plain if c in _JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return " ".join(shown.split())
