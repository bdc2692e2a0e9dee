"""Properties by the last word of their names: the date of an order is its order date, the number of a policy
its policy number.

In: the words of a question; then a draft and the things that have it. Out: cues; then the draft that shows
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.language import Language, everywhere, fold
from kgqa.linking.tokens import Token
from kgqa.ontology import Class, Property, local_name, spaced
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, with_literal
from kgqa.strategies.interpret.schema import Schema
from kgqa.types import LinkedQuestion
from kgqa.values.units import without_unit

_WEIGHT = 1.15  # more than a slip in another word, less than the word itself
_SURE = 0.85  # a link below this is a guess
_STEM = 4  # letters of a compound's first part
_EXACT = ("exact", "alternative", "inflected", "identifier", "pinned", "defined")


def short_names(
    tokens: Sequence[Token], linked: LinkedQuestion, source: str, lang: Language
) -> Iterator[Found]:
    """Words such as "date" and "number" in a list, where they are no name themselves."""
    short = everywhere("plain_date_words") | everywhere("columns.keys")
    exact = {
        i
        for n in linked.links
        if n.matches and n.matches[0].how in _EXACT and n.matches[0].score > _SURE
        for i, t in enumerate(tokens)
        if n.start <= t.start and t.end <= n.end
    }
    for i, token in enumerate(tokens):
        word = token.folded if token.folded in short else lang.lemma(token.text)
        if (
            word in short
            and i not in exact
            and _is_in_list(tokens, i, source, lang)
            and not _counts(tokens, i, lang)
        ):
            yield Found(cue=Cue.COLUMN, first=i, last=i, weight=_WEIGHT, text=word)


def _counts(tokens: Sequence[Token], i: int, lang: Language) -> bool:
    """Whether "number of" counts what follows: "by number of orders", not "the number of the order"."""
    following = [t.folded for t in tokens[i : i + 2]]
    noun = tokens[i + 2] if i + 2 < len(tokens) else None
    is_many = noun is not None and lang.lemma(noun.text) != noun.folded
    return " ".join(following) in lang.phrases("count_phrases") and is_many


def _is_in_list(tokens: Sequence[Token], i: int, source: str, lang: Language) -> bool:
    """Whether a word follows what leads to a list, a comma or an "and"."""
    if not i:
        return False
    between = source[tokens[i - 1].end : tokens[i].start]
    leads = ("columns.with", "columns.by", "columns.owned", "conjunction")
    return "," in between or any(tokens[i - 1].folded in lang.phrases(name) for name in leads)


def shortened(on: Context, draft: Draft, n: int, owner: Spot | None) -> Draft:
    """The draft that shows the property of the owner that the word stands for; the word is unmet where the
    owner has none, or several.
    """
    found = on.reading.pieces[n].found
    props = _meant(on.schema, owner, found.text) if owner and found else []
    if owner is None or found is None or len(props) != 1:
        return on.unmet(draft, n)
    for made, variable in with_literal(draft, props[0], on.schema, on.liked, found.first, near=owner):
        if any(f.object == variable and f.subject == owner.node for f in made.facts):
            is_key = found.text in everywhere("columns.keys")
            focus = tuple(v for v in made.focus if not (is_key and v == owner.node) and v != variable)
            return made.changed(focus=(*focus, variable)).use(n)
    return on.unmet(draft, n)


def _meant(schema: Schema, owner: Spot, word: str) -> list[str]:
    """The properties of the owner whose names are the word with the owner's own name before it."""
    own = {fold(n) for c in owner.classes for n in _names(schema.ontology.classes.get(c))}
    found = []
    for prop in sorted({p for c in owner.classes for p in schema.data_properties(c)}):
        names = (fold(without_unit(n)) for n in _names(schema.ontology.properties.get(prop)))
        if any(_is_short_for(name, word, own) for name in names):
            found.append(prop)
    return found


def _names(term: Class | Property | None) -> Iterator[str]:
    if term is not None:
        yield spaced(local_name(term.iri))
        yield from (n.text for n in term.names)


def _is_short_for(name: str, word: str, own: set[str]) -> bool:
    """Whether a name is the word alone, or the owner's name with the word: "order date", "Bestelldatum"."""
    rest = name.removesuffix(word)
    if rest == name:
        return False
    beginning = rest.strip().rstrip("s")
    return not beginning or any(n == rest.strip() or _is_stem(beginning, n) for n in own)


def _is_stem(beginning: str, name: str) -> bool:
    """Whether a compound begins with a name, perhaps without its ending: "bestell" of "bestellung"."""
    return len(beginning) >= _STEM and name.startswith(beginning)
