"""Tests of a kind of which there are many: `make test` asks some, `make slow` the others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def every_fourth(values: Iterable[object]) -> list[ParameterSet]:
    """The values as parameters, tuples being several; of four, three are slow."""
    return [_param(value, is_slow=n % 4 > 0) for n, value in enumerate(values)]


def first_alone(values: Iterable[object]) -> list[ParameterSet]:
    """The values as parameters; all but the first are slow."""
    return [_param(value, is_slow=n > 0) for n, value in enumerate(values)]


def _param(value: object, *, is_slow: bool) -> ParameterSet:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow if is_slow else ())
