"""Shares: "what percentage of our products are discontinued?".

In: a draft of the part, its focus a thing of the class that is the whole. Out: drafts with one column, the
part in percent of the whole, counted in a nested form each. The class that is named right behind the words is
the whole; what restricts it before the verb would have to restrict both, so such a question is left alone.
"""

from __future__ import annotations

from kgqa.strategies.interpret.classes import needed
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Aggregate, Calculation, Computed, Form, Kind, Literal
from kgqa.types import TermKind

_HUNDRED = Literal("100", number=True)


def shares(on: Context, draft: Draft) -> list[Draft]:
    """The drafts in which the things asked for are counted in percent of their class; none where that is not
    understood, since the part alone answers another question.
    """
    for n, _ in on.reading.cue(Cue.SHARE):
        made = _share(on, draft, n)
        return [made.use(n)] if made else []
    return [draft]


def _share(on: Context, draft: Draft, n: int) -> Draft | None:
    whole = n + 1
    meaning = on.reading.meanings.get(whole)
    is_plain = draft.kind is Kind.LIST and draft.order is None and draft.limit is None and not draft.group
    if meaning is None or meaning.kind is not TermKind.CLASS or not is_plain or on.reading.has(Cue.GROUP):
        return None
    thing = next((v for v in draft.focus if _is_of(on, draft.spot(v), whole)), None)
    if thing is None or not _is_closed(on, whole):
        return None
    part = form_of(draft.changed(focus=(thing,)), on.schema)
    spot = Spot(thing, (meaning.match.iri,), named=True)
    classes = tuple(needed((spot,), Draft(spots=(spot,), focus=(thing,)), on.schema))
    every = Form(kind=Kind.LIST, shown=(), classes=classes)
    if part is None or not classes or (part.classes, part.facts, part.absent) == (classes, (), ()):
        return None
    scratch = Draft(nested=(part,))
    names = (scratch.fresh("part"), scratch.fresh("whole"))
    counted = tuple(_counting(form, thing, name) for form, name in zip((part, every), names, strict=True))
    share = Calculation("/", (Calculation("*", (_HUNDRED, names[0])), names[1]))
    return Draft(
        nested=counted,
        computed=(Computed(scratch.fresh("percentage"), share),),
        used=draft.used,
        cost=draft.cost,
        unmet=draft.unmet,
        told=draft.told,
        defined=draft.defined,
    )


def _is_of(on: Context, spot: Spot, whole: int) -> bool:
    """Whether a spot is what the class names, or a kind of it: the airports among our customers."""
    cls = on.reading.meanings[whole].match.iri
    is_kind = bool(spot.classes) and all(on.schema.ontology.is_a(c, cls) for c in spot.classes)
    return spot.at == on.reading.pieces[whole].last or is_kind


def _is_closed(on: Context, whole: int) -> bool:
    """Whether a verb stands between the whole and the next name: what comes behind it is the part. A name
    before the last auxiliary ("the products made in Brno are …") restricts the whole.
    """
    following = [k for k in on.reading.meanings if k > whole]
    first = on.reading.pieces[whole].last + 1
    auxiliaries = on.lang.phrases("compare.auxiliaries")
    said = [i for i in range(first, len(on.tokens)) if on.tokens[i].folded in auxiliaries]
    if said:
        return not any(on.reading.pieces[k].first < said[-1] for k in following)
    if not following:
        return False
    piece = on.reading.pieces[following[0]]
    verbs = on.tokens[first : piece.first + 1]
    is_verb = any(on.lang.lemma(t.text) in on.lang.light_verbs for t in verbs)
    return is_verb or on.reading.meanings[following[0]].match.iri in on.schema.ontology.properties


def _counting(form: Form, thing: str, name: str) -> Form:
    """The form as a table of one number: how many such things there are."""
    return Form(
        kind=Kind.LIST,
        shown=(),
        classes=form.classes,
        facts=form.facts,
        filters=form.filters,
        absent=form.absent,
        bound=form.bound,
        nested=form.nested,
        computed=(Computed(name, Aggregate("COUNT", thing, distinct=True)),),
    )
