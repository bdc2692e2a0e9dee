"""Texts that are dates, years or numbers, though nobody typed them as such.

In: an Ontology with the forms of its texts, how the graph names its things. Out: a Pattern for each such
property, with the datatype that a query turns its texts into.

Digits alone may be a code: what a property is called, and whether all its texts are of one length and each
its own, tells codes from numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.language import everywhere, fold
from kgqa.linking.keys import names_code
from kgqa.linking.names import Naming
from kgqa.ontology import XSD, Form, Ontology, Pattern, PatternKind, TextForm, local_name, spaced

_YEAR = re.compile(r"1[4-9]\d\d|20\d\d|2100")
_LONG = 9  # digits of a number that rather is a code
_CODED = 4  # digits that all texts of a code have, at least
_DIFFERENT = 6  # texts from which it is no accident that they are alike
_READ = {  # what a form is read as
    Form.DATE: XSD + "date",
    Form.MOMENT: XSD + "dateTime",
    Form.NUMBER: XSD + "decimal",
}
_KINDS = {
    Form.NUMBER: PatternKind.NUMBER_TEXT,
    Form.OTHER_NUMBER: PatternKind.NUMBER_TEXT,
}
_RULED = {
    PatternKind.DATE_TEXT: XSD + "date",
    PatternKind.YEAR_TEXT: XSD + "integer",
    PatternKind.NUMBER_TEXT: XSD + "decimal",
}
TEXT_KINDS = frozenset(_RULED)


def texts(ontology: Ontology, naming: Naming) -> Iterator[Pattern]:
    """Those that the data shows."""
    for form in ontology.text_forms:
        kind = _kind(form, ontology, naming)
        if kind is not None:
            yield Pattern(
                kind=kind,
                of=form.property,
                datatype=_read_as(kind, form),
                strays=form.fits < form.looked or not form.whole,
                why=_why(form),
            )


def text_of(kind: PatternKind, iri: str, ontology: Ontology) -> Pattern:
    """What a property is of which somebody says that its texts are of this kind."""
    form = next((f for f in ontology.text_forms if f.property == iri), None)
    datatype = _read_as(kind, form) if form else _RULED[kind]
    return Pattern(kind=kind, of=iri, datatype=datatype, strays=True)


def _read_as(kind: PatternKind, form: TextForm) -> str:
    if kind is PatternKind.YEAR_TEXT and form.form is Form.NUMBER:
        return _RULED[kind]
    return _READ.get(form.form, "")


def _kind(form: TextForm, ontology: Ontology, naming: Naming) -> PatternKind | None:
    """What the texts are; None for names and codes."""
    if form.property in naming.every:
        return None
    kind = _KINDS.get(form.form, PatternKind.DATE_TEXT)
    if kind is PatternKind.DATE_TEXT:
        return kind
    name = ontology.label(form.property)
    if names_code(name) or names_code(spaced(local_name(form.property))):
        return None
    counted = [pair for s in ontology.samples if s.property == form.property for pair in s.values]
    values = {term.value for term, _ in counted}
    words, prop = set(fold(name).split()), ontology.properties.get(form.property)
    measures = bool(prop and prop.unit) or not everywhere("value_words").isdisjoint(words)
    if form.form is Form.NUMBER and not measures:
        if all(map(_YEAR.fullmatch, values)):
            return PatternKind.YEAR_TEXT
        if _are_codes(values, each_its_own=all(n == 1 for _, n in counted)):
            return None
    return kind


def _are_codes(values: set[str], *, each_its_own: bool) -> bool:
    if not all(v.isdecimal() for v in values):
        return False
    lengths = {len(v) for v in values}
    alike = len(values) >= _DIFFERENT and len(lengths) == 1 and min(lengths) >= _CODED
    return min(lengths, default=0) >= _LONG or (alike and each_its_own)


def _why(form: TextForm) -> str:
    """How it was known, with what does not fit."""
    of = "" if form.whole else "the first "
    if form.fits == form.looked:
        return f"all of {of}{form.looked:,} texts are written like {form.form.value}"
    stray = f", and {form.looked - form.fits:,} not, such as “{form.stray}”"
    return f"{form.fits:,} of {of}{form.looked:,} texts are written like {form.form.value}{stray}"
