"""What a question would ask for if nothing were closed: so that it is refused, and not answered with the next
best thing that is open.

In: a question. Out: how its best reading touches what is closed. Nothing of that reading goes anywhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.check.closed import Closing, Kind, View, closing, touches
from kgqa.definitions.definition import Definitions
from kgqa.definitions.linked import with_terms
from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit, fitted
from kgqa.linking.link import link
from kgqa.linking.names import naming_of, schema_entries
from kgqa.ports import NameStore
from kgqa.sparql import ParsedQuery, parse
from kgqa.strategies.interpret.form import with_measures
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.write import write
from kgqa.strategies.parse.reader import Reader
from kgqa.types import Question


@dataclass(frozen=True, kw_only=True)
class Withheld:
    """Reads questions on the ontology with what is declared of all that is closed; `index` finds its terms,
    and the names of open things alone. Nothing of it comes from closed data: that a question is refused tells
    of none.
    """

    closing: Closing
    index: TermIndex
    fit: Fit
    reader: Reader
    definitions: Definitions

    def touched(self, question: Question, lang: Language, *, trust: float) -> frozenset[Kind]:
        """How the best reading touches what is closed, if it is to be trusted; and what was chosen."""
        if any(pin.term in self.closing.terms for pin in question.pins):
            return frozenset((Kind.CLOSED,))
        ontology = self.closing.ontology
        linked = fitted(link(question, self.index, lang, ontology), self.fit)
        linked = with_terms(linked, self.definitions, lang)
        best = self.reader.likeliest(linked)
        if best is None or best[1] < trust:
            return frozenset()
        parsed = parse(write(with_measures(best[0].form), ontology), ontology.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return frozenset()
        return frozenset(t.kind for t in touches(parsed, self.closing, {}))


def withheld(view: View, names: NameStore, definitions: Definitions) -> Withheld:
    """What reads on the whole of a view; `names` are those of open things."""
    whole = closing(view, view.closed).by_hearsay
    naming = naming_of(whole)
    return Withheld(
        closing=closing(whole, view.closed),
        index=TermIndex(schema_entries(whole), names, naming.in_parts),
        fit=Fit(whole),
        reader=Reader(Schema.of(whole), naming, definitions),
        definitions=definitions,
    )
