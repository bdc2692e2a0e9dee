"""What a group is known by: "fees of each member" names the members by their number where they have
no name.

In: a draft with its groups. Out: the draft in which what identifies them stands for things that nothing
names.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.listing.identity import identified
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Kind


def known_by(on: Context, draft: Draft) -> list[Draft]:
    """The draft whose keys can be read by people."""
    if draft.kind not in (Kind.COUNT, Kind.AGGREGATE):
        return [draft]
    ordered = {o.variable for o in (draft.order, draft.having) if o}
    for key in draft.group:
        spot = draft.spot(key)
        if spot.data or not spot.classes or key in ordered or key in draft.focus:
            continue
        valued = identified(on, draft, spot)
        if valued is not None:
            made, value = valued
            group = tuple(dict.fromkeys(value if v == key else v for v in draft.group))
            draft = made.changed(group=group, cost=draft.cost)  # another way to show the same
    return [draft]
