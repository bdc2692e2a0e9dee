"""What a follow-up asks of a value makes it one that must be there: a price that may be missing is no longer
missing once it is compared.

In: a form. Out: the form in which nothing that is compared stands in an optional part.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.form import Form, Kind


def required(form: Form) -> Form:
    """The form with the facts that lead to a compared value required, and without those that may be missing
    and that nothing shows.
    """
    needed = {f.variable for f in form.filters} | set(form.group)
    needed |= set(form.shown) if form.kind is Kind.AGGREGATE else set()  # no sum has a value that is missing
    needed |= {v for f in form.filters for v in f.values if isinstance(v, str)}
    facts = list(form.facts)
    while loose := [f for f in facts if f.optional and f.object in needed]:
        facts = [replace(f, optional=False) if f in loose else f for f in facts]
        needed |= {f.subject for f in loose if isinstance(f.subject, str)}
    used = needed | {*form.shown, *form.measures} | ({form.order.variable} if form.order else set())
    used |= {f.subject for f in facts if f.optional and isinstance(f.subject, str)}
    facts = [f for f in facts if not f.optional or f.object in used]
    return form if tuple(facts) == form.facts else replace(form, facts=tuple(facts))
