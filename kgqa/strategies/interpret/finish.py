"""Draft -> form, and how far it can be trusted.

In: a draft with all cues applied. Out: the form (None when nothing is asked), and a confidence with its
reason and the words that no part of the form explains.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.classes import needed
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Absent, Fact, Form, Kind, Literal, Node, Thing, within
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.reader import SURE, Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.roles import is_nominal
from kgqa.strategies.interpret.said import said_beside
from kgqa.strategies.interpret.schema import Schema
from kgqa.types import TermKind
from kgqa.wording import Words, words

DOUBT = 0.5  # at most, where a word is passed over that changes what is asked: too little for an answer
UNMET = 2.0  # how much a name or a condition that could not be placed weighs against those that were
# How the confidence is made, fitted so that it tells right answers from wrong ones over many questions.
STEEP = 1.3  # how much more a word left over counts than its share of the question
FAR = 2.5  # a pattern that costs so much reaches a long way
FARTHER = 0.04  # what each unit of cost takes away: a hop that nobody named costs about one
DROPPED = 0.65  # an operation that is asked for and done nowhere makes another question, however long it is
_OPERATIONS = frozenset(
    (
        *(Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.RANK, Cue.NEGATION, Cue.DATE, Cue.SHARE),
        *(Cue.DIFFERENCE, Cue.SAME, Cue.CHOICE, Cue.FURTHER),
    )
)
_MUST = (
    Cue.AGGREGATE,
    Cue.SUPERLATIVE,
    Cue.NUMBER,
    Cue.DATE,
    Cue.NEGATION,
    Cue.RANK,
    Cue.COMPARISON,
    Cue.FLAG,
    Cue.COLUMN,
    Cue.STOCK,
    Cue.FURTHER,
    Cue.SORTED,
    Cue.TEXT,
    Cue.SAME,
    Cue.DIFFERENCE,
    Cue.CHOICE,
    Cue.SHARE,
    Cue.FORMULA,
)


def form_of(draft: Draft, schema: Schema) -> Form | None:
    """The form of a draft; None when it asks for nothing or says nothing."""
    facts = _without_repeats(draft.facts)
    classes = tuple(needed(draft.spots, draft, schema))
    if not facts and not classes and not draft.absent and not draft.nested:
        return None
    if facts and not classes and not draft.nested and all(f.optional for f in facts):
        return None  # nothing has to hold: it would list whatever there is
    focus = draft.focus
    if draft.kind is not Kind.ASK and not (focus or draft.computed):
        return None
    if draft.kind is Kind.ASK:
        focus = ()
    if draft.kind is Kind.COUNT and draft.spot(focus[0]).data and len(focus) > 1:
        focus = focus[:1]
    return Form(
        kind=draft.kind,
        shown=focus,
        classes=classes,
        facts=facts,
        filters=tuple(dict.fromkeys(draft.filters)),
        absent=tuple(Absent(_without_repeats(a.facts), a.filters) for a in draft.absent),
        group=draft.group,
        function=draft.function,
        having=draft.having,
        order=draft.order,
        limit=draft.limit,
        offset=draft.offset,
        measures=tuple(m for m in dict.fromkeys(draft.measures) if m not in focus),
        bound=draft.bound,
        computed=draft.computed,
        nested=draft.nested,
        once=draft.once,
    )


def _without_repeats(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(facts))


def confidence_of(
    draft: Draft, reading: Reading, reader: Reader, *, given: float = 0.0
) -> tuple[float, str, tuple[str, ...]]:
    """0..1, why, and the words left over: how much of the question is explained, how well its names match,
    and how far the pattern had to reach. `given` counts for what an earlier question of the thread gave.
    """
    said = {v.value for f in draft.filters for v in f.values if isinstance(v, Literal)}
    quoted = {i for first, last, text in reader.quoted if text in said for i in range(first, last + 1)}
    inside = {reader.tokens[i] for i in quoted}
    beside = said_beside(draft, reading, reader)
    missing = [
        t for t in reading.segmentation.missing if _matters(t, reader) and t not in inside and t not in beside
    ]
    dropped = [t.text for t in reading.segmentation.dropped if t not in inside]
    unmet = [*draft.unmet, *dropped]
    for n, piece in enumerate(reading.pieces):
        if piece.found and _is_needed(piece, draft, reader) and n not in draft.used:
            text = reader.text(piece)
            if text not in unmet and not _is_consumed(piece.found.cue, draft):
                unmet.append(text)
    for n in (*(n for n in reading.meanings if n not in draft.used), *_unanswered(draft, reading, reader)):
        text = reader.text(reading.pieces[n])
        if text not in unmet:
            unmet.append(text)
    weight = (
        given
        + len(reading.meanings)
        + 0.5 * sum(1 for p in reading.pieces if p.found and p.found.cue in _MUST)
    )
    lost = sum(_weight(t, reading, reader) for t in missing) + UNMET * len(unmet)
    coverage = weight / (weight + lost) if weight else 0.0
    reach = 1.0 / (1.0 + FARTHER * draft.cost)
    value = reading.score * coverage**STEEP * reach * (DROPPED if _drops(draft, reading) else 1.0)
    is_denial_lost = any(n not in draft.used for n, _ in reading.cue(Cue.NEGATION))
    if dropped or _asks_of_all(draft, reader) or is_denial_lost or _parts_its_list(draft, reading, reader):
        value = min(value, DOUBT)
    left = (*unmet, *(t.text for t in missing))
    return round(value, 4), _reason(reading, left, draft, words(reader.lang.code)), tuple(dict.fromkeys(left))


def _asks_of_all(draft: Draft, reader: Reader) -> bool:
    """Whether a yes is asked for of every thing: that one has it is no yes, and no pattern says more."""
    universal = reader.lang.phrases("columns.universal")
    return draft.kind is Kind.ASK and any(t.folded in universal for t in reader.tokens)


def _drops(draft: Draft, reading: Reading) -> bool:
    """Whether an operation that the question asks for is done nowhere."""
    return any(
        piece.found is not None
        and piece.found.cue in _OPERATIONS
        and n not in draft.used
        and not _is_consumed(piece.found.cue, draft)
        for n, piece in enumerate(reading.pieces)
    )


def _unanswered(draft: Draft, reading: Reading, reader: Reader) -> Iterator[int]:
    """The pieces that ask for something that the draft does not give: "when", and no date; "how many", and
    nothing is counted; one of the values that rows are told apart by.
    """
    shown: dict[Node, str] = {f.object: f.property for f in draft.facts if f.object in draft.focus}
    for n, _ in reading.cue(Cue.WHEN):
        if draft.kind is Kind.LIST and shown and not any(map(reader.schema.is_temporal, shown.values())):
            yield n
    is_plain = draft.kind is Kind.LIST and not (draft.function or draft.computed or draft.nested)
    counts = draft.having is not None or (draft.order is not None and (draft.order.count or draft.group))
    for n, _ in reading.cue(Cue.COUNT):
        if n not in draft.used and is_plain and not counts and not _counts(shown, reader):
            yield n
    if draft.group and (draft.kind in (Kind.COUNT, Kind.AGGREGATE) or draft.computed):
        yield from _idle(draft, reading, reader)


def _counts(shown: dict[Node, str], reader: Reader) -> bool:
    """Whether a number is shown, which may say how many there are."""
    return any(reader.schema.is_numeric(prop) for prop in shown.values())


def _idle(draft: Draft, reading: Reading, reader: Reader) -> Iterator[int]:
    """The values that a grouped question lists and that do nothing in the draft."""
    done = {*draft.focus, *draft.group, *draft.measures, *draft.once}
    done |= {v for f in draft.filters for v in (f.variable, *f.values) if isinstance(v, str)}
    done |= {e for c in (*draft.computed, *draft.bound) for e in within(c.value) if isinstance(e, str)}
    done |= {x.variable for x in (draft.order, draft.having) if x}
    for n, meaning in reading.meanings.items():
        prop = meaning.match.iri
        if meaning.kind is not TermKind.PROPERTY or not reader.schema.is_data(prop):
            continue
        values = {f.object for f in draft.facts if f.property == prop and isinstance(f.object, str)}
        if values and not values & done and is_nominal(reader, reading.pieces[n], prop):
            yield n
    amounts = [n for n in reading.meanings if _is_idle_amount(draft, reading, reader, n, done)]
    if len(amounts) > 1:  # a list of them; one alone may only be said to be there
        yield from amounts


def _is_idle_amount(draft: Draft, reading: Reading, reader: Reader, n: int, done: set[str]) -> bool:
    """Whether a piece names a thing that stands for a number, and neither it nor its number is used."""
    meaning = reading.meanings[n]
    if meaning.kind is not TermKind.PROPERTY or reader.schema.is_data(meaning.match.iri):
        return False
    targets = reader.schema.objects(meaning.match.iri)
    if not targets or any(reader.schema.measure_of(c, reader.names) is None for c in targets):
        return False
    things = {f.object for f in draft.facts if f.property == meaning.match.iri}
    numbers = {f.object for f in draft.facts if f.subject in things}
    return bool(things) and not (things | numbers) & done


def _parts_its_list(draft: Draft, reading: Reading, reader: Reader) -> bool:
    """Whether two things of one kind in one list, "Ada or Grace", are not joined to the rest alike."""
    meanings = sorted(reading.meanings.items(), reverse=True)  # of a name said in two parts, the first
    at = {Thing(m.match.iri): reading.pieces[n] for n, m in meanings}
    sides: dict[Thing, set[tuple[str, bool]]] = {}
    for fact in draft.facts:
        for node, at_end in ((fact.subject, False), (fact.object, True)):
            if isinstance(node, Thing) and node in at:
                sides.setdefault(node, set()).add((fact.property, at_end))
    kinds = {s.node: s.classes for s in draft.spots}
    joining = reader.lang.phrases("conjunction") | reader.lang.phrases("disjunction")
    named = {i for n, _ in meanings for i in range(reading.pieces[n].first, reading.pieces[n].last + 1)}
    for one, other in combinations(sorted(sides, key=lambda node: at[node].first), 2):
        between = {
            reader.tokens[i].folded for i in range(at[one].last + 1, at[other].first) if i not in named
        }
        is_list = between & joining and between <= joining | reader.lang.phrases("before_nouns")
        alike = draft.kind is Kind.ASK or reader.schema.overlap(kinds.get(one, ()), kinds.get(other, ()))
        if is_list and alike and sides[one] != sides[other]:
            return True
    return False


def _is_needed(piece: Piece, draft: Draft, reader: Reader) -> bool:
    """Whether a cue changes what is asked: "per" does wherever it stands, "by" and "each" where rows are
    counted or added up.
    """
    if piece.found is None or piece.found.cue is not Cue.GROUP:
        return piece.found is not None and piece.found.cue in _MUST
    is_strict = reader.tokens[piece.first].folded in reader.lang.phrases("strictly_per")
    return is_strict or draft.kind in (Kind.COUNT, Kind.AGGREGATE)


def _is_consumed(cue: Cue, draft: Draft) -> bool:
    """A superlative beside another one of the same order asks nothing more."""
    return cue is Cue.SUPERLATIVE and draft.order is not None


def _matters(token: Token, reader: Reader) -> bool:
    """Whether a word that nothing explains may change what is asked."""
    lang = reader.lang
    lemma = lang.lemma(token.text)
    return not (
        token.folded in lang.light_verbs
        or lemma in lang.light_verbs
        or token.folded in lang.fillers
        or lemma in lang.fillers
    )


def _weight(token: Token, reading: Reading, reader: Reader) -> float:
    """A name that the graph does not know weighs more than a word, and so does a word that changes the noun
    behind it ("carbon footprint").
    """
    if token.text[:1].isupper() and token.start > 0:
        return UNMET
    if token.folded in reader.lang.phrases("value_nouns") and _is_behind_a_part(token, reading):
        return UNMET
    before_noun = any(p.link and p.link.start - token.end == 1 for p in reading.pieces)
    return 1.4 if before_noun else 1.0


def _is_behind_a_part(token: Token, reading: Reading) -> bool:
    """Whether a word stands behind a part of a name: "availability status" is more than the availability."""
    ends = {
        p.link.end for n, p in enumerate(reading.pieces) if p.link and reading.meanings[n].match.score < SURE
    }
    return token.start - 1 in ends


def _reason(reading: Reading, left: tuple[str, ...], draft: Draft, told: Words) -> str:
    hows = {m.match.how for m in reading.meanings.values()}
    if left:
        return told.say("why_unexplained", words=", ".join(dict.fromkeys(left)))
    if "fuzzy" in hows:
        return told.say("why_spelled")
    if "partial" in hows:
        return told.say("why_part")
    if hows <= {"exact", "identifier", "pinned", "inflected"}:
        return told.say("why_exact" if draft.cost < FAR else "why_far")
    return told.say("why_other_words")
