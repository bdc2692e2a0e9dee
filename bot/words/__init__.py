"""What the bot itself says in a chat: one catalogue a language, in Fluent (https://projectfluent.org).

In: the name of a text and its values. Out: the text in the reader's language, with plurals and numbers as
that language writes them. What an answer says is the core's (`kgqa.wording`); what commands print to
engineers is English.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from kgqa.errors import OurMove

FOLDER = Path(__file__).parent
FALLBACK = "en"
LANGUAGES = tuple(sorted(folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.ftl"))))

Words = Callable[..., str]


def words(language: str) -> Words:
    """The texts of a language tag such as "de" or "de-AT"; English for a language that has no catalogue.

    The result is called with a text's name and its values: `words("de")("rows", count=3)`. Raises OurMove
    for a text that no catalogue has, or a value that is missing.
    """
    code = language.replace("_", "-").partition("-")[0].lower()
    return _words(code if code in LANGUAGES else FALLBACK)


@cache  # of the catalogues alone: tags come from strangers, and there is no end to them
def _words(code: str) -> Words:
    bundle = _bundle(code)

    def say(name: str, /, **values: Any) -> str:
        if not bundle.has_message(name):
            raise OurMove(f"The catalogue {FOLDER} has no text {name}.")
        pattern = bundle.get_message(name).value
        if pattern is None:
            raise OurMove(f"The text {name} is empty.")
        text, errors = bundle.format_pattern(pattern, values)
        if errors:
            raise OurMove(f"The text {name} cannot be said: {errors[0]}")
        return str(text)

    return say


@cache
def _bundle(code: str) -> FluentBundle:
    # Isolation marks around values would be taken out again as invisible characters.
    bundle = FluentBundle([code], use_isolating=False)
    for file in sorted((FOLDER / code).glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text("utf-8")))
    return bundle
