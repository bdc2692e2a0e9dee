"""What a question asks for, by its first words: a class ("which products"), a property ("the price of"), a
person ("who"), nothing yet ("is …", "when did …").

In: a reading. Out: drafts that hold what is asked for and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.language import everywhere, fold
from kgqa.linking.tokens import Token
from kgqa.ontology import OWL_THING
from kgqa.strategies.interpret.bare import is_bare_name
from kgqa.strategies.interpret.counted import is_part_of_name
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import BEAM, Draft, Spot, thing_of
from kgqa.strategies.interpret.form import Fact, Kind
from kgqa.strategies.interpret.nouns import class_called
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.possessive import possessed
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Meaning, Reading
from kgqa.strategies.interpret.roles import does, is_nominal, object_acts, says_of
from kgqa.strategies.interpret.whether import asks_whether
from kgqa.types import Match, TermKind

_ANCHOR_RANK = {TermKind.ENTITY: 0, TermKind.CLASS: 1, TermKind.VALUE: 2, TermKind.PROPERTY: 3}
BEHIND_NAME = 2.0  # what it costs to read the noun behind a name as what is done with it
NO_PERSON = 0.6  # what it costs when who is asked for is an organisation
OF_A_ROLE = 0.6  # what it costs to take "plays" for those that something has, not for all there are
BY_ANOTHER_WORD = 0.8  # what it costs to take a property by a synonym of the word that was said
_QUESTIONS = (Cue.ASK, Cue.COUNT, Cue.WHO, Cue.WHEN, Cue.WHERE, Cue.AMOUNT, Cue.YES_NO)


def focused(reader: Reader, reading: Reading) -> list[Draft]:
    """Drafts that hold what is asked for, by the question's first words."""
    kind = _kind(reader, reading)
    draft = Draft(kind=kind)
    head = _head(reader, reading)
    if kind is Kind.ASK:
        return _anchored(reader, draft, reading)
    who = reading.has(Cue.WHO) or _asks_people(reader, reading)
    if head is None:
        return [draft]
    if reading.has(Cue.WHEN, Cue.WHERE, Cue.AMOUNT):  # the value is asked for, whatever holds it
        return [d.changed(focus=()) for d in _anchored(reader, draft, reading)]
    if owned := possessed(reader, reading, draft):
        return owned
    n, meaning = head
    if meaning.kind is TermKind.CLASS and (
        not who or _is_person(reader, meaning.match.iri) or _acts(reader, reading.pieces[n], meaning)
    ):
        return [_class_focus(reader, draft, n, meaning, reading)]
    if meaning.kind is TermKind.PROPERTY and not (who and reader.schema.is_data(meaning.match.iri)):
        made = _property_focus(reader, draft, n, meaning, reading, who=who)
        if _is_people(reader, reader.tokens[reading.pieces[n].last]) and reader.schema.people:
            people = _with_open(draft, "person", reader.schema.people)
            return [people.use(n), *(d.dearer(NO_PERSON) for d in made)]
        return made
    if who:
        others = _agents(reader)
        organisations = [_with_open(draft, "party", others).dearer(NO_PERSON)] if others else []
        return [_with_open(draft, "person", reader.schema.people), *organisations]
    if meaning.kind in (TermKind.ENTITY, TermKind.VALUE):
        return _name_focus(reader, draft, n, meaning, reading)
    return [draft]


def _asks_people(reader: Reader, reading: Reading) -> bool:
    """“how many people …”, “everyone who …”: who it is, where the graph has no kind that is called so."""
    first = reading.pieces[min(reading.meanings)].first if reading.meanings else 0
    return any(_is_people(reader, t) for t in reader.tokens[:first])


def _is_people(reader: Reader, token: Token) -> bool:
    return token.folded in reader.lang.phrases("people_words")


def _acts(reader: Reader, piece: Piece, meaning: Meaning) -> bool:
    """“Who supplies …": the verb right behind "who" that makes suppliers of those who do it."""
    before = reader.tokens[: piece.first]
    is_verb = meaning.match.how == "alternative" and reader.tokens[piece.first].text.islower()
    return is_verb and all(t.folded in reader.lang.stop for t in before)


def _kind(reader: Reader, reading: Reading) -> Kind:
    whether = reading.has(Cue.YES_NO) or asks_whether(reader.tokens, reader.lang)
    if whether and not reading.has(Cue.COUNT, Cue.WHO, Cue.WHERE, Cue.WHEN):
        return Kind.ASK
    counts = (pair for pair in reading.cue(Cue.COUNT) if not is_part_of_name(reader, pair[0], reading))
    count = next(counts, None)
    first = next((n for n in reading.meanings if not _is_skipped(reader, n, reading)), None)
    at_end = count is not None and count[1].last == len(reader.tokens) - 1  # "open orders: how many?"
    if count and (first is None or count[0] < first or at_end):
        return Kind.COUNT
    return Kind.LIST


def _head(reader: Reader, reading: Reading) -> tuple[int, Meaning] | None:
    """The first phrase that is not what a grouping or a negation is about."""
    skipped = (n for n in reading.meanings if not is_bare_name(reader, reading, n))
    named = [n for n in skipped if not _is_skipped(reader, n, reading)] or list(reading.meanings)
    if not named:
        return None
    n = named[0]
    if reading.meanings[n].kind in (TermKind.ENTITY, TermKind.VALUE):
        # "Norwegian suppliers": the noun behind the name is asked for
        following = next((k for k in named[1:] if reading.meanings[k].kind is TermKind.CLASS), None)
        if following is not None:
            gap = reading.pieces[following].first - reading.pieces[n].last
            if gap == 1 or not reading.has(*_QUESTIONS):
                n = following
    return n, reading.meanings[n]


def _is_skipped(reader: Reader, n: int, reading: Reading) -> bool:
    """Whether a phrase is what a grouping is about: "how many people per department", "for each product the
    number of orders"; where nothing is counted, "for each product" asks for products.
    """
    if not reading.has(Cue.COUNT, Cue.AMOUNT, Cue.AGGREGATE, Cue.SUPERLATIVE):
        return False
    before = reading.pieces[n - 1] if n else None
    return bool(
        before
        and before.found
        and before.found.cue is Cue.GROUP
        and (before.first <= 1 or reader.tokens[before.first].folded in reader.lang.phrases("distributive"))
    )


def _class_focus(reader: Reader, draft: Draft, n: int, meaning: Meaning, reading: Reading) -> Draft:
    spot = class_spot(reader, draft, meaning.match.iri, reading.pieces[n].last)
    if other := _sibling(reader, n, reading):
        k, iri = other
        spot = replace(spot, classes=(*spot.classes, iri))
        draft = draft.use(k)
    return draft.add(spot).changed(focus=(str(spot.node),)).use(n)


def _sibling(reader: Reader, n: int, reading: Reading) -> tuple[int, str] | None:
    """The other of two kinds that are asked for in one breath: "employees and contractors" are people of
    either kind; things of kinds that have nothing in common are no such pair.
    """
    k = n + 2
    if k not in reading.meanings or reading.meanings[k].kind is not TermKind.CLASS:
        return None
    found, ontology = reading.pieces[n + 1].found, reader.schema.ontology
    one, two = reading.meanings[n].match.iri, reading.meanings[k].match.iri
    is_joined = found is not None and found.cue in (Cue.AND, Cue.OR)
    gaps = reading.pieces[n + 1].first - reading.pieces[n].last, reading.pieces[k].first
    is_beside = gaps[0] == 1 and gaps[1] - reading.pieces[n + 1].last == 1
    shared = (ontology.superclasses(one) & ontology.superclasses(two)) - {OWL_THING}
    is_pair = bool(shared) and not (ontology.is_a(one, two) or ontology.is_a(two, one))
    return (k, two) if is_joined and is_beside and is_pair else None


def class_spot(reader: Reader, draft: Draft, iri: str, at: int) -> Spot:
    return Spot(draft.fresh(reader.schema.ontology.label(iri)), (iri,), at=at, named=True)


def _property_focus(
    reader: Reader,
    draft: Draft,
    n: int,
    meaning: Meaning,
    reading: Reading,
    *,
    who: bool,
    renamed: bool = False,
) -> list[Draft]:
    """“What is the price of …”: the value; “who leads …”: the other end."""
    prop, at = meaning.match.iri, reading.pieces[n].last
    if reader.schema.is_data(prop):
        drafts = []
        for subject in [reader.schema.subjects(prop)]:
            owner = Spot("owner", subject, open=True)
            value = Spot(draft.fresh(reader.schema.ontology.label(prop)), (), at=at, data=True, named=True)
            owner = replace(owner, node=draft.changed(spots=(value,)).fresh(reader.schema.common(subject)))
            made = draft.add(owner).add(value, Fact(owner.node, prop, value.node))
            is_number = reader.schema.is_numeric(prop)
            asked = owner if draft.kind is Kind.COUNT and not is_number else value  # things are counted
            drafts.append(made.changed(focus=(str(asked.node),)).use(n))
        return drafts
    subjects, objects = reader.schema.subjects(prop), reader.schema.objects(prop)
    all_there_are = []
    if cls := class_called(reader, reading.pieces[n], prop):
        all_there_are = [_class_focus(reader, draft, n, _of_class(reader, cls), reading)]
    if all_there_are or any(
        m.iri in objects and m.score >= meaning.match.score for m in reading.pieces[n].matches(TermKind.CLASS)
    ):
        draft = draft.dearer(OF_A_ROLE)
    one = Spot(draft.fresh(reader.schema.common(subjects)), subjects, open=True)
    held = draft.add(one)
    other = Spot(held.fresh(reader.schema.ontology.label(prop)), objects, at=at, open=True)
    stated, straight = reader.schema.stated(prop)
    fact = Fact(one.node, stated, other.node) if straight else Fact(other.node, stated, one.node)
    both = held.add(other, fact).use(n)
    forward = both.changed(focus=(str(other.node),))
    backward = both.changed(focus=(str(one.node),))
    if does(reader, reading.pieces[n], prop) or (not who and says_of(reader, reading.pieces[n], prop)):
        return [*all_there_are, backward, forward.dearer(0.5)]
    nominal = is_nominal(reader, reading.pieces[n], prop)
    if who:  # a person is asked for
        forward = forward.dearer(0.0 if any(_is_person(reader, c) for c in objects) else 2.0)
        backward = backward.dearer(0.0 if any(_is_person(reader, c) for c in subjects) else 2.0)
    is_act = who and not nominal and not object_acts(reader, prop)  # "who made it": its manufacturer
    ends = [backward, forward.dearer(0.3)] if is_act else [forward, backward.dearer(0.5)]
    if who and not any(_is_person(reader, c) for c in (*subjects, *objects)):
        return [*_answerable(reader, draft, n, reading), *ends]
    if who and not renamed and not _fits_next(reader, n, reading, (*subjects, *objects)):
        return [*ends, *_answerable(reader, draft, n, reading)]
    return ends if who else [*all_there_are, *ends]


def _of_class(reader: Reader, iri: str) -> Meaning:
    label = reader.schema.ontology.label(iri, reader.lang.code)
    return Meaning(Match(iri=iri, kind=TermKind.CLASS, label=label, score=1.0, how="partial"))


def _fits_next(reader: Reader, n: int, reading: Reading, classes: tuple[str, ...]) -> bool:
    """Whether the thing that is named next may have the property of piece `n`."""
    following = next((m for k, m in reading.meanings.items() if k > n), None)
    if following is None or following.kind is not TermKind.ENTITY or not any(following.match.classes):
        return True
    return reader.schema.overlap(filter(None, following.match.classes), classes)


def _answerable(reader: Reader, draft: Draft, n: int, reading: Reading) -> list[Draft]:
    """“Who is responsible for …”, where those who are called responsible are departments: the properties that
    lead to a person and are called by another word for it.
    """
    said = reader.text(reading.pieces[n])
    forms = (fold(said), *map(reader.lang.lemma, said.split()))
    others = {o for form in forms for o in reader.lang.table("synonyms").get(form, ())}
    found = []
    for prop in sorted({p for o in others for p in reader.schema.called(fold(o), reader.lang)}):
        ends = (*reader.schema.subjects(prop), *reader.schema.objects(prop))
        if not reader.schema.is_data(prop) and any(_is_person(reader, c) for c in ends):
            named = Match(
                iri=prop,
                kind=TermKind.PROPERTY,
                label=reader.schema.ontology.label(prop, reader.lang.code),
                score=1.0,
                how="alternative",
            )
            found += _property_focus(reader, draft, n, Meaning(named), reading, who=True, renamed=True)
    return [d.dearer(BY_ANOTHER_WORD) for d in found]


def _name_focus(reader: Reader, draft: Draft, n: int, meaning: Meaning, reading: Reading) -> list[Draft]:
    """“The cheapest Encoder”: a name in the place of a noun asks for the things that carry it."""
    piece = reading.pieces[n]
    before = reading.pieces[n - 1].found if n else None
    asked_for = before is not None and before.cue in (Cue.SUPERLATIVE, Cue.COUNT)
    asked_for = asked_for or reader.word_before(piece) in reader.lang.phrases("columns.which")
    others = [m for k, m in reading.meanings.items() if k != n]
    following = reading.pieces[n + 1] if n + 1 in reading.meanings else None
    if following and following.first - piece.last == 1 and following.matches(TermKind.CLASS):
        draft = draft.dearer(BEHIND_NAME)  # "Swedish customers" are customers
    asks_property = any(m.kind in (TermKind.PROPERTY, TermKind.CLASS) for m in others)
    wants_things = reading.has(Cue.ASK) and not asks_property and not reading.has(Cue.FORMULA)
    if reader.word_before(piece) in reader.lang.phrases("columns.about") and not asked_for:
        return [draft] if not others else _anchored(reader, draft, reading)  # "what about Ada": what of her?
    if not (asked_for or wants_things):
        return _anchored(reader, draft, reading)
    if meaning.kind is TermKind.VALUE:
        starts: Iterable[tuple[str, ...]] = [(c,) for c in reader.schema.subjects(meaning.match.iri)]
    else:
        hops = [h for h in reader.schema.steps(*meaning.match.classes) if not h.forward]
        starts = [(c,) for c in dict.fromkeys(c for h in hops for c in sorted(h.to))]
    drafts = []
    for classes in list(starts)[:BEAM]:
        spot = Spot(draft.fresh(reader.schema.common(classes)), classes, at=piece.last)
        drafts.append(draft.add(spot).changed(focus=(str(spot.node),)))
    return drafts or _anchored(reader, draft, reading)


def _anchored(reader: Reader, draft: Draft, reading: Reading) -> list[Draft]:
    """Nothing to ask for yet: the first thing that is named holds the rest. One of which no class is known
    may lead nowhere, so that a class is tried as well.
    """
    order = sorted(reading.meanings.items(), key=lambda item: (_ANCHOR_RANK[item[1].kind], item[0]))
    found: list[Draft] = []
    for n, meaning in order:
        piece = reading.pieces[n]
        if meaning.kind is TermKind.ENTITY and not found:
            spot = thing_of(meaning.match, piece.last)
            found.append(draft.add(spot).use(n))
            if any(meaning.match.classes):
                break
        if meaning.kind is TermKind.CLASS:
            spot = class_spot(reader, draft, meaning.match.iri, piece.last)
            return [*found, draft.add(spot).use(n)]
    if found:
        return found
    for _, meaning in order:
        subjects = [reader.schema.subjects(meaning.match.iri)]
        return [_with_open(draft, reader.schema.common(s), s) for s in subjects]
    return [draft]


def _agents(reader: Reader) -> tuple[str, ...]:
    """The kinds of things beside people that act: those who order, supply, sponsor."""
    words, schema = everywhere("agent_words"), reader.schema
    label = schema.ontology.label
    agents = (c for c in schema.ontology.classes if fold(label(c)) in words)
    return tuple(sorted(c for c in agents if not schema.names_person(c)))


def _is_person(reader: Reader, iri: str) -> bool:
    """Whether things of a class are people; in a graph that names none, anything may be."""
    return reader.schema.names_person(iri) or not reader.schema.people


def _with_open(draft: Draft, hint: str, classes: tuple[str, ...]) -> Draft:
    spot = Spot(draft.fresh(hint), classes, open=True)
    return draft.add(spot).changed(focus=(str(spot.node),))
