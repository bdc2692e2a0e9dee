"""Why a text that the grammar reads is no query all the same."""

from __future__ import annotations

from kgqa.wording.said import Said


class RefusedError(Exception):
    """`at` is how the part that is wrong begins."""

    def __init__(self, at: str, expected: Said, advice: str = "") -> None:
        super().__init__(expected)
        self.at, self.expected, self.advice = at, expected, advice
