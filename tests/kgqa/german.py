"""Whether a text that a German asker reads is still English."""

from __future__ import annotations

import re

from kgqa.wording.said import in_language

_ENGLISH = re.compile(
    r"\b(?:[Tt]he|is|are|and|not|[Nn]othing|query|which|of|its|[Ii]t|but|here|[Yy]ou"
    r"|with(?:out)?|has|have|stands|writ(?:e|ten)|for|this|what|becomes|taken|asked|put|there|model|instead)\b"
)
_QUOTED = re.compile(r"„[^“]*“|<[^>]*>|`[^`]*`|\?\w+")


def is_german(text: str) -> bool:
    """Whether a sentence is said otherwise in German, and in no word that only English has."""
    german = in_language(text, "de")
    return german != text and not _ENGLISH.search(_QUOTED.sub("", german))
