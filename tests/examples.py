"""How many examples Hypothesis makes up for a test: a quarter in `make test`, all of them in `make slow`."""

from __future__ import annotations

from hypothesis import settings

FEW, ALL = "few", "all"

settings.register_profile(FEW, max_examples=25, deadline=None)  # speed is for benchmarks
settings.register_profile(ALL, max_examples=100, deadline=None)


def examples(number: int) -> int:
    """How many of `number` are made up in this run."""
    return number if settings.get_current_profile_name() == ALL else number // 4
