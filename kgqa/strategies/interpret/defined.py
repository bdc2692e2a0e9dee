"""The company's own words in a reading: what it means by "key account" joined to the thing that is called
so, and the formulas of its metrics.

In: a draft whose spot has the class of a term; a text with names of metrics. Out: the draft with the
conditions of the term; the formulas.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kgqa.definitions.definition import Definitions, Term
from kgqa.language import Language, guess, language
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Form, named, renamed
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.parse.formulas import Definition, definition


def with_terms(draft: Draft, reading: Reading, terms: Mapping[str, Term]) -> Draft:
    """The draft in which each thing that goes by a defined name is what the name means."""
    for n, meaning in reading.meanings.items():
        if meaning.match.how != "defined":
            continue
        term, at = terms[meaning.match.label], reading.pieces[n].last
        node = next((s.node for s in draft.spots if s.at == at and isinstance(s.node, str)), None)
        if not isinstance(node, str):
            draft = draft.changed(unmet=(*draft.unmet, meaning.match.label))
            continue
        meant = (term.definition.name, term.definition.means)
        draft = _merged(draft.changed(defined=(*draft.defined, meant)), node, term.form)
    return draft


def given_metrics(definitions: Definitions, text: str, lang: Language) -> tuple[Definition, ...]:
    """The formulas of the metrics that a text speaks of, under each of their names."""
    found = []
    for metric in definitions.metrics_in(text, lang):
        own = language(metric.language) if metric.language else guess(metric.means)
        made = (definition(name, metric.means, own) for name in metric.names)
        found += [each for each in made if each is not None]
    return tuple(found)


def _merged(draft: Draft, node: str, form: Form) -> Draft:
    """The draft with all conditions of a form on one of its variables."""
    names = {form.shown[0]: node}
    taken = draft
    for variable in sorted(named(form) - {form.shown[0]}):
        names[variable] = taken.fresh(variable)
        taken = replace(taken, spots=(*taken.spots, Spot(names[variable], (), data=True)))
    own = renamed(form, names)
    if own.having or own.order or own.limit is not None or own.group or own.nested:
        whole = replace(own, measures=())
        return draft.changed(nested=(*draft.nested, whole))
    kept = tuple((v, c) for v, c in own.classes if v != node)
    return draft.changed(
        spots=(*draft.spots, *(Spot(v, c, named=True) for v, c in kept)),
        facts=(*draft.facts, *(f for f in own.facts if f not in draft.facts)),
        filters=(*draft.filters, *own.filters),
        absent=(*draft.absent, *own.absent),
        bound=(*draft.bound, *own.bound),
    )
