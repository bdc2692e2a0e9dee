"""A call of a model that cost something and gave nothing."""

from __future__ import annotations

from kgqa.errors import ModelUnavailable
from kgqa.types import Spent


class SpentInVain(ModelUnavailable):
    """The model gave no reply that can be used; what it said before that is paid for all the same."""

    def __init__(self, message: str, spent: Spent) -> None:
        super().__init__(message)
        self.spent = spent
