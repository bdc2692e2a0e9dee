"""Rephrasing by a model: follow-ups as full questions, and questions in languages that the parser does
not read.

In: a question with its history, a LanguageModel. Out: the question to go on with, or None.
"""

from kgqa.rephrase.needs import Needs
from kgqa.rephrase.rephrase import Note, Rephrase, Rephrased
from kgqa.rephrase.tongue import Tongue, tongue, tongue_of

__all__ = ["Needs", "Note", "Rephrase", "Rephrased", "Tongue", "tongue", "tongue_of"]
