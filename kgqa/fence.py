"""Text of others between fences, for Markdown and for models: what stands in it cannot end it.

In: any text. Out: a fenced block; or one line, for a block of lines.
"""

from __future__ import annotations

import re


def on_one_line(text: str) -> str:
    """`text` on one line, without what does not print."""
    plain = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())


def fenced(text: str, kind: str = "") -> str:
    """`text` in a fence that is longer than any in it; `kind` is the language that is named at its start."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{kind}\n{text}\n{fence}"
