"""Quoted text beside a property is the property's value, known to the graph or not.

In: a draft. Out: drafts with an equality on text, without regard to case.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import literal
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Filter, Literal


def quoted(on: Context, draft: Draft) -> list[Draft]:
    """Quoted text beside a data property is the property's value, known or not."""
    drafts = [draft]
    for first, last, text in on.reader.quoted:
        if any(p.link and p.first <= last and first <= p.last for p in on.reading.pieces):
            continue  # a name, as a whole or in part
        if any(f.first <= first and last <= f.last for _, f in on.reading.cue(Cue.TEXT)):
            continue  # what a text begins with, ends with, or has in it
        for k, prop in on.properties_near(first, last):
            if not on.schema.is_data(prop):
                continue
            found = []
            for each in drafts:
                for made, variable in literal(on, each, prop, first):
                    condition = Filter(variable, "=", (Literal(text),), text=True)
                    found.append(made.changed(filters=(*made.filters, condition)).use(k))
            drafts = best(found) or drafts
            break
    return drafts
