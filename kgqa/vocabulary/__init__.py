"""A schema as a model reads it: a handle for every term, and the slice that a question needs in few lines.

In: an Ontology. Out: `Vocabulary` (handles), `Schema` (lines), `in_handles` and `read_back` (queries).
"""

from kgqa.vocabulary.handles import Vocabulary
from kgqa.vocabulary.schema import Schema, Slice, Wanted
from kgqa.vocabulary.text import Placed, ReadBack, in_handles, read_back, with_colons

__all__ = [
    "Placed",
    "ReadBack",
    "Schema",
    "Slice",
    "Vocabulary",
    "Wanted",
    "in_handles",
    "read_back",
    "with_colons",
]
