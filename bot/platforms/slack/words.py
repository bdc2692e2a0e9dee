"""What a person typed, out of Slack's markup: mrkdwn in, plain words out."""

from __future__ import annotations

import html
import re

_ENTITY = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")
# Bounded, so that a long message of stars costs no time.
_MARK = re.compile(r"(?<![^\s(\"'])([*_~`])(?=\S)([^\n]{0,300}?\S)\1(?![^\s)\"'.,;:!?])")


def plain(text: str, me: str) -> str:
    """`text` without markup and without the mention of `me` (the bot's user id).

    Other people, channels and links stay as their names; `&lt;` and the like become the signs they stand for.
    """
    text = text.replace("```", " ")
    text = _ENTITY.sub(lambda match: _named(match[1], match[2] or "", me), text)
    for _ in range(3):  # marks nest: *_both_*
        text = _MARK.sub(lambda match: match[2], text)
    lines = (" ".join(line.split()) for line in html.unescape(text).splitlines())
    return "\n".join(lines).strip()


def mentions(text: str) -> frozenset[str]:
    """The ids of the people that `text` mentions."""
    return frozenset(match[1][1:] for match in _ENTITY.finditer(text) if match[1].startswith("@"))


def _named(target: str, label: str, me: str) -> str:
    if target == f"@{me}":
        return " "
    if target.startswith("@"):
        return f"@{label or target[1:]}"
    if target.startswith("#"):
        return f"#{label or target[1:]}"
    if target.startswith("!"):
        words = label or target[1:].partition("^")[0]
        return words if words.startswith("@") or target.startswith("!date") else f"@{words}"
    return label or target.removeprefix("mailto:").removeprefix("tel:")
