"""Evidence by name -> the chance that an answer is right: a log-linear model with weights in a file.

In: the evidence of one answer, a dataclass of numbers; the package whose `trust.toml` weighs it. Out: 0..1.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LEAST, MOST = 0.02, 0.98  # an answer is never worth less, nor more


def chance(evidence: Mapping[str, float], package: str) -> float:
    """The chance that the answer is right."""
    weights = _weights(package)
    total = weights["base"] + sum(weights[name] * value for name, value in evidence.items())
    return round(min(max(1 / (1 + math.exp(-total)), LEAST), MOST), 4)


def told(evidence: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """The evidence by name, for the record."""
    return tuple((name, round(value, 3)) for name, value in evidence.items())


@cache
def _weights(package: str) -> dict[str, float]:
    text = files(package).joinpath("trust.toml").read_text("utf-8")
    return {name: float(value) for name, value in tomllib.loads(text)["weights"].items()}
