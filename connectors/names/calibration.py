"""How near to each other phrases are for a model that have nothing to do with each other.

In: the vectors that a model gives for `STRANGERS`. Out: the cosine below which nearness says nothing; models
differ much in it (0.5 for one, 0.9 for another), so it is measured for each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

STRANGERS = (
    "birthday", "iron ore", "choir", "tax return", "sunset", "keyboard", "surgeon", "lake", "football",
    "sugar", "bridge", "poem", "airline ticket", "gravity", "shoe size", "democracy", "cow", "password",
    "cathedral", "paint", "interest rate", "whale", "spoon", "engine oil", "grandmother", "alphabet",
    "desert", "trade union", "violin", "fever", "elevator", "wheat", "verdict", "camera lens", "winter",
    "toothbrush", "border control", "comet", "salary level", "moss", "chess", "sewage", "wedding cake",
    "postal code", "satellite", "knee", "carpet", "harvest", "encryption", "pilot", "tea", "earthquake",
    "museum", "concrete", "barcode", "nephew", "election result", "rubber", "jazz", "stock exchange",
)  # fmt: skip
DEVIATIONS = 3.0  # above the mean: of pairs of strangers about one in seven hundred is nearer


def floor_of(vectors: Sequence[Sequence[float]]) -> float:
    """The cosine below which two phrases of the model are strangers; `vectors` are those of STRANGERS."""
    rows = unit(np.array(vectors, dtype=np.float32))
    cosines = (rows @ rows.T)[np.triu_indices(len(rows), k=1)]
    return round(float(min(cosines.mean() + DEVIATIONS * cosines.std(), 0.99)), 4)


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows brought to length one; a row of zeros stays, and is near to nothing."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
