"""What is added up is taken once: a join that repeats the thing that has a number must not multiply it.

In: a draft whose rows are grouped or added up. Out: the draft with the variables whose different combinations
are computed with, where another branch of the pattern may repeat one of them. (Known as the fan trap of a
join: the premium of a policy beside each of its claims.)
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.grouping.apart import untangled
from kgqa.strategies.interpret.cued.grouping.repeating import guarded
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Kind


def counted_once(on: Context, draft: Draft) -> list[Draft]:
    """The draft, guarded where it must be."""
    if draft.once or draft.nested:
        return [draft]
    if draft.kind is Kind.AGGREGATE and on.reading.has(Cue.AGGREGATE):
        for n, _ in on.reading.cue(Cue.COUNT):  # a second value that was asked for and is not there
            draft = draft if n in draft.used else on.unmet(draft, n)
    return [untangled(on.schema, draft) or guarded(on.schema, draft)]
