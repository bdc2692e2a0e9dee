"""Which classes and properties the graph connects, as its data and its ontology show.

schema  the steps that things can take, and the cheapest ways through them
steps   what leads from which classes to which
paths   the cheapest ways over these steps
uses    what the data shows of each property
facts   which facts a card of one thing shows
"""

from kgqa.schema.schema import Schema

__all__ = ["Schema"]
