"""Who does it, and to whom: what the order of the words says about the direction of a property.

In: pieces of a question. Out: whether a phrase names a thing or an act, and what speaks against a path.
"""

from __future__ import annotations

from collections.abc import Callable

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.draft import Spot
from kgqa.strategies.interpret.paths import Path
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

AGAINST = 0.4  # what a direction costs that the words speak against


def is_nominal(reader: Reader, piece: Piece, prop: str) -> bool:
    """Whether the phrase names a thing ("the manager of") rather than an act ("leads")."""
    return (
        reader.word_before(piece) in reader.lang.phrases("before_nouns")
        or reader.word_after(piece) in reader.lang.phrases("after_nouns")
        or _is_possessing(reader.schema.ontology.label(prop))
        or _is_in_list(reader, piece)
    )


def _is_in_list(reader: Reader, piece: Piece) -> bool:
    """Whether a phrase is an item of a list: "with country and manager"; not "and leads"."""
    word = reader.tokens[piece.first]
    if not piece.first or (word.text.islower() and reader.lang.lemma(word.text) != word.folded):
        return False
    before = reader.tokens[piece.first - 1]
    leads = ("columns.with", "columns.owned", "columns.asked", "conjunction")
    has_comma = "," in reader.source[before.end : word.start]
    return has_comma or any(before.folded in reader.lang.phrases(name) for name in leads)


def bias(reader: Reader, n: int, reading: Reading) -> Callable[[Spot, Path], float]:
    """What speaks against a path by the order of the words: who does it, and to whom."""
    piece = reading.pieces[n]
    named = [
        (p, m)
        for k, p in enumerate(reading.pieces)
        for m in p.matches(TermKind.PROPERTY)
        if k != n and not reader.schema.is_data(m.iri)
    ]

    in_role = {id(p) for p, _ in named if _has_role(reader, piece, p)}

    def bias(_: Spot, path: Path) -> float:
        last = path.hops[-1]
        for phrase, match in named:
            if match.iri == last.property or last.property in reader.schema.ontology.inverses(match.iri):
                if id(phrase) in in_role:
                    wants_object = _names_object(reader, match.iri)
                elif _fills(reader, piece, phrase):
                    wants_object = object_acts(reader, match.iri)
                elif _is_role(reader, piece, phrase):
                    wants_object = _ends_in_of(reader, match.iri) or does(reader, phrase, match.iri)
                else:
                    acts = object_acts(reader, last.property)
                    if match.iri != last.property and not reader.schema.stated(match.iri)[1]:
                        acts = not object_acts(reader, match.iri)  # "supervises" of those who report
                    wants_object = _is_patient(reader, piece, phrase) != acts
                return 0.0 if last.forward == wants_object else AGAINST
        return 0.0

    return bias


def _fills(reader: Reader, piece: Piece, phrase: Piece) -> bool:
    """Whether the name is what the phrase says of the things before it: "whose manager is Ada"."""
    told = reader.lang.phrases("columns.told")
    between = [t.folded for t in reader.tokens[phrase.last + 1 : piece.first]]
    is_equated = set(between) <= told if between else reader.word_after(piece) in told  # "… Ada ist"
    return (
        phrase.last < piece.first
        and is_equated
        and reader.word_before(phrase) in reader.lang.phrases("relative_owners")
    )


def _has_role(reader: Reader, piece: Piece, phrase: Piece) -> bool:
    """Whether the phrase is what the name is to others: "who has Ada as their manager"."""
    between = [t.folded for t in reader.tokens[piece.last + 1 : phrase.first]]
    skipped = reader.lang.phrases("compare.own") | reader.lang.phrases("compare.articles")
    return bool(between) and between[0] in reader.lang.phrases("role_words") and set(between[1:]) <= skipped


def _names_object(reader: Reader, prop: str) -> bool:
    """Whether another word for the property names its object: the manager that somebody reports to."""
    label = fold(reader.schema.ontology.label(prop, reader.lang.code)).split()
    return object_acts(reader, prop) or label[-1] in everywhere("towards")


def _is_role(reader: Reader, piece: Piece, phrase: Piece) -> bool:
    """Whether the phrase says what something is to the name: "the manager of Ada"."""
    after = phrase.last < piece.first
    return after and reader.word_after(phrase) in reader.lang.phrases("belonging")


def says_of(reader: Reader, piece: Piece, prop: str) -> bool:
    """Whether the phrase says what something is to what follows: "the successor of the Gale", by a property
    that is called so.
    """
    said = reader.tokens[piece.last].folded if piece.first < piece.last else reader.word_after(piece)
    return said in reader.lang.phrases("belonging") and _ends_in_of(reader, prop)


def does(reader: Reader, piece: Piece, prop: str) -> bool:
    """Whether a noun names those who do what a property says: the reports of Ada report to her."""
    label = fold(reader.schema.ontology.label(prop, reader.lang.code)).split()
    endings = [e for e in reader.lang.data["verb_endings"] if e]
    is_verb = label[-1] in everywhere("towards") and any(label[0].endswith(e) for e in endings)
    said = reader.tokens[piece.last]
    is_noun = reader.word_after(piece) in reader.lang.phrases("belonging")
    return is_verb and is_noun and reader.lang.lemma(said.text) == reader.lang.lemma(label[0])


def _ends_in_of(reader: Reader, prop: str) -> bool:
    """Whether a property is called so that its object follows: "member of"."""
    words = fold(reader.schema.ontology.label(prop, reader.lang.code)).split()
    return words[-1] in everywhere("belonging")


def _is_patient(reader: Reader, piece: Piece, phrase: Piece) -> bool:
    """Whether a name undergoes what the phrase says: after an active verb, or after "manager of"."""
    after = phrase.last < piece.first
    between = {t.folded for t in reader.tokens[phrase.last + 1 : piece.first]} if after else set()
    agents = reader.lang.phrases("agents")
    passive = bool(between & agents) or reader.tokens[phrase.last].folded in agents
    possessive = not after and _possessive(reader, piece)
    return (after and not passive) or possessive


def _possessive(reader: Reader, piece: Piece) -> bool:
    end = reader.tokens[piece.last].end
    following = reader.tokens[piece.last + 1].start if piece.last + 1 < len(reader.tokens) else end
    return following - end > 1 and piece.last + 1 < len(reader.tokens)


def object_acts(reader: Reader, prop: str) -> bool:
    """Whether the object of a property is the one that acts: "has manager", "supplier", "led by"; not
    "leads", "reports to", "member of".
    """
    label = fold(reader.schema.ontology.label(prop, reader.lang.code))
    words = label.split()
    for at in range(1, len(words)):  # "part of department" is "part of" with its object
        called = reader.schema.classes_called(" ".join(words[at:]), reader.lang.code)
        if not called.isdisjoint(reader.schema.objects(prop)):
            words = words[:at]
            break
    if _is_possessing(label) or words[-1] in everywhere("agents"):
        return True
    if words[-1] in everywhere("towards"):
        return False
    return reader.lang.lemma(words[0]) == words[0]


def _is_possessing(label: str) -> bool:
    """“has manager": the label of a property that leads to what a thing has."""
    verb, *rest = label.split(maxsplit=1) or [""]
    return bool(rest) and verb in everywhere("possessing")
