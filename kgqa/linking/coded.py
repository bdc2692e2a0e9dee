"""What codes mean, as further names of these values: a question says "on hold", the graph "HLD".

In: codes with their meanings, an ontology. Out: entries for the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.codelists import Coded
from kgqa.linking.compose import shown
from kgqa.linking.entry import Entry
from kgqa.ontology import Ontology
from kgqa.types import TermKind


def meanings(codes: Iterable[Coded], ontology: Ontology) -> Iterator[Entry]:
    """One entry for each code: its property's value by the text that the graph's own list has for it."""
    for each in codes:
        yield Entry(
            TermKind.VALUE,
            each.property,
            shown(each.text),
            shown(each.text),
            value=each.code,
            source=f"the list of codes {ontology.label(each.said_by)}",
        )
