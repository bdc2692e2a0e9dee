"""A query in, one plain sentence out, made from the query itself and from nothing else.

A reader sees from it when the query asks something else than the question did. What has no words is said
to be there ("with a further condition, see the query"); nothing is said that the query does not say.
"""

from kgqa.restate.found import Found
from kgqa.restate.heads import By, Head, heads, order
from kgqa.restate.opening import opening
from kgqa.restate.sentence import restate

__all__ = ["By", "Found", "Head", "heads", "opening", "order", "restate"]
