"""What a question would ask for if nothing were closed: so that it is refused, and not answered with the next
best thing that is open.

In: a question. Out: how its best reading touches what is closed. Nothing of that reading goes anywhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.check.closed import Closing, Kind, View, closing, touches
from kgqa.definitions.definition import Definitions
from kgqa.definitions.linked import with_terms
from kgqa.forms.form import Form, dump, with_measures
from kgqa.forms.write import write
from kgqa.language import Language
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit, fitted
from kgqa.linking.link import link
from kgqa.linking.names import naming_of, schema_entries
from kgqa.linking.tokens import tokenise
from kgqa.ports import NameStore
from kgqa.schema import Schema
from kgqa.sparql import ParsedQuery, parse
from kgqa.strategies.parse.earlier import EARLIER, form_of
from kgqa.strategies.parse.following import Following
from kgqa.strategies.parse.reader import Reader
from kgqa.types import LinkedQuestion, Outcome, Question, Turn


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
        thread = question.history[:-EARLIER]
        for turn in question.history[-EARLIER:]:
            thread = (*thread, self._refused(turn, replace(question, history=thread), lang, trust))
        return self._touches(self._meant(replace(question, history=thread), lang, trust))

    def _refused(self, turn: Turn, question: Question, lang: Language, trust: float) -> Turn:
        """A turn; where it was refused, with what it asked for, which it doesn't keep: what goes on from it
        is refused too.
        """
        if turn.outcome is not Outcome.REFUSED or turn.form is not None:
            return turn
        form = self._meant(replace(question, text=turn.question, pins=turn.pins), lang, trust)
        return replace(turn, form=dump(form)) if form and Kind.CLOSED in self._touches(form) else turn

    def _meant(self, question: Question, lang: Language, trust: float) -> Form | None:
        """What a question asks for, as far as its best reading is to be trusted; or the question before it,
        if that was refused and this one speaks of its things or goes on from it in a way that can't be read.
        """
        linked = fitted(link(question, self.index, lang, self.closing.ontology), self.fit)
        linked = with_terms(linked, self.definitions, lang)
        form = self._read(linked, trust)
        before = question.history[-1] if question.history else None
        refused = form_of(before) if before and before.outcome is Outcome.REFUSED else None
        if Kind.CLOSED not in self._touches(refused):
            return form
        follow = Following(linked, tokenise(question.text), self.reader.schema, lang)
        return refused if follow.several or (follow.lead and form is None) else form

    def _read(self, linked: LinkedQuestion, trust: float) -> Form | None:
        """The best reading; None where it is not to be trusted."""
        best = self.reader.likeliest(linked) if self.reader.reads(linked) else None
        if best is None or self.reader.is_left(linked, best):
            return None
        return best[0].form if best[1] >= trust else None

    def _touches(self, form: Form | None) -> frozenset[Kind]:
        ontology = self.closing.ontology
        parsed = parse(write(with_measures(form), ontology), ontology.prefixes) if form else None
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
