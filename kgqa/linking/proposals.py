"""Asks a model which other names people use for the terms of a lexicon.

In: a lexicon, a model. Out: the lexicon with proposals beside its surface forms; an admin looks through them
before any becomes a name. The model sees names and meanings of terms, never an IRI or a fact.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgqa.language import fold
from kgqa.linking.lexicon import Lexicon, Record
from kgqa.ontology import Ontology
from kgqa.ports import LanguageModel
from kgqa.prefixes import whole
from kgqa.prompts import Prompts

BATCH = 20  # terms of one question
MOST = 8  # names that are kept for a term
LONGEST = 60  # characters of one that people would say
MEANING = 300  # characters of a term's comment
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "terms": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer"},
                    "surface_forms": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["number", "surface_forms"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["terms"],
    "additionalProperties": False,
}


def waiting(lexicon: Lexicon) -> tuple[Record, ...]:
    """The records for which nothing was proposed yet."""
    return tuple(record for record in lexicon.records if not record.proposed)


async def proposals(
    lexicon: Lexicon,
    todo: Sequence[Record],
    ontology: Ontology,
    model: LanguageModel,
    prompts: Prompts | None = None,
) -> AsyncIterator[Lexicon]:
    """The lexicon after each question to the model, with what was proposed until then for those of its
    records that are `todo`. Raises OperatorsMove.
    """
    prompt = (prompts or Prompts()).get("surface_forms").text
    taken = {fold(name) for r in lexicon.records for name in (r.label, *r.surface_forms)}
    done = {record.iri: record for record in lexicon.records}
    for start in range(0, len(todo), BATCH):
        some = todo[start : start + BATCH]
        reply = await model.complete(_messages(prompt, some, ontology), schema=SCHEMA)
        for number, forms in _said(reply.text).items():
            if 1 <= number <= len(some):
                record = some[number - 1]
                done[record.iri] = replace(record, proposed=_kept(forms, taken))
        lexicon = replace(lexicon, records=tuple(done.values()))
        yield lexicon


def _messages(prompt: str, records: Sequence[Record], ontology: Ontology) -> tuple[tuple[str, str], ...]:
    terms = [_term(number, record, ontology) for number, record in enumerate(records, 1)]
    return ("system", prompt), ("user", json.dumps({"terms": terms}, ensure_ascii=False))


def _term(number: int, record: Record, ontology: Ontology) -> dict[str, Any]:
    iri = whole(record.iri, ontology)
    known = ontology.classes.get(iri) or ontology.properties.get(iri)
    if known is None:
        kind = ontology.label(whole(record.cls, ontology)) if record.cls else "thing"
    else:
        kind = "kind of thing" if iri in ontology.classes else "property"
    term: dict[str, Any] = {"number": number, "name": record.label, "kind": kind}
    if known and known.comment:
        term["meaning"] = " ".join(known.comment.split())[:MEANING]
    if record.surface_forms:
        term["other_names"] = list(record.surface_forms)
    return term


def _said(text: str) -> Mapping[int, Sequence[Any]]:
    """What a reply says, as far as it has the form that it was asked for."""
    data = json.loads(text)
    terms = data.get("terms") if isinstance(data, dict) else None
    found: dict[int, Sequence[Any]] = {}
    for term in terms if isinstance(terms, list) else ():
        number, forms = (
            (term.get("number"), term.get("surface_forms")) if isinstance(term, dict) else (None, None)
        )
        if isinstance(number, int) and isinstance(forms, list):
            found[number] = forms
    return found


def _kept(forms: Iterable[Any], taken: set[str]) -> tuple[str, ...]:
    """The forms that could be names: short, new, and of no other term."""
    kept: dict[str, str] = {}
    for form in forms:
        name = (
            " ".join("".join(c if c.isprintable() else " " for c in form).split())
            if isinstance(form, str)
            else ""
        )
        if name and len(name) <= LONGEST and fold(name) not in taken:
            kept.setdefault(fold(name), name)
    return tuple(kept.values())[:MOST]
