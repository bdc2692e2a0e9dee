"""The language in which the desk itself speaks to somebody."""

from __future__ import annotations

from dataclasses import replace

from bot.message import Message
from bot.words import Words, words
from kgqa.conversation import spoken
from kgqa.types import Answer, Question


def tongue(message: Message, question: Question, deployment: str) -> str:
    """The language of the bot's own words to who sent the message: the one that its channel or platform
    tells, the one that the question's words tell, or that of the deployment.
    """
    if message.language:
        return message.language
    told = spoken(question).code
    return told if told != _UNTOLD else deployment


def words_for(message: Message, question: Question, deployment: str) -> Words:
    """The texts in that language."""
    return words(tongue(message, question, deployment))


def shown_in(answer: Answer, language: str) -> Answer:
    """The answer as it is drawn in a channel that has a language of its own for the bot's words; "" leaves
    them to the question.
    """
    return replace(answer, question=replace(answer.question, language=language)) if language else answer


_UNTOLD = "en"  # what `spoken` says of words that tell nothing: "stop", "Ada", a symbol
