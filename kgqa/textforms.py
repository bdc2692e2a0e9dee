"""Which texts are dates or numbers that nobody typed as such, by the form in which they are written.

In: a Graph, the uses of its properties, samples of their values. Out: a TextForm for each property whose
texts mostly have one form, by one bounded query each; what could not be looked at is told in the notices.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kgqa.bounded import rows
from kgqa.linking.keys import names_code
from kgqa.ontology import XSD, Form, Sample, TextForm, Use, local_name, spaced
from kgqa.ports import Graph
from kgqa.sampling import FIRST, LONGEST, LOOKING
from kgqa.side_by_side import side_by_side
from kgqa.sparql.model import Lit
from kgqa.types import Term

MOST = 32  # properties that are looked at
FEWEST = 3  # different texts that show a form
SAMPLED = 0.75  # of the texts that were sampled, the share that has it
FITTING = 0.9  # of those that are looked at
PLAIN = ("", XSD + "string")  # datatypes of texts that say nothing of a language

_DAY = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?"
_CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?"
# A regular expression for each form, as Python and SPARQL both read it; the first one that fits is taken. A
# number does not begin with a nought: what does is a code.
FORMS: dict[Form, str] = {
    Form.DATE: f"^{_DAY}$",
    Form.MOMENT: f"^{_DAY}T{_TIME}(Z|[+-][0-9]{{2}}:[0-9]{{2}})?$",
    Form.NUMBER: "^[+-]?(0|[1-9][0-9]*)([.][0-9]+)?$",
    Form.MONTH: "^[0-9]{4}-(0[1-9]|1[0-2])$",
    Form.OTHER_DATE: f"^[0-9]{{1,2}}[./-][0-9]{{1,2}}[./-]([0-9]{{2}}|[0-9]{{4}})$|^{_DAY} {_CLOCK}$",
    Form.OTHER_NUMBER: "^[+-]?([0-9]{1,3}([,. '][0-9]{3})+([.,][0-9]+)?|[0-9]+,[0-9]+)$",
}


async def text_forms(
    graph: Graph, uses: Iterable[Use], samples: Iterable[Sample], notices: list[str]
) -> tuple[TextForm, ...]:
    """The forms of texts in a graph that shows these uses. Raises GraphUnavailable."""
    wanted = list(_candidates(uses, samples))[:MOST]
    looks = (
        rows(graph, "text-form", LOOKING, notices, property=(iri,), form=(Lit(FORMS[form]),))
        for iri, form in wanted
    )
    counted = zip(wanted, await side_by_side(looks), strict=True)
    found = (_form_of(iri, form, table) for (iri, form), table in counted)
    return tuple(each for each in found if each.looked and each.fits >= FITTING * each.looked)


def form_of(texts: Sequence[str]) -> Form | None:
    """The form that most of some different texts have; None where they have none in common."""
    if len(texts) < FEWEST:
        return None
    least = SAMPLED * len(texts)
    return next((f for f, p in FORMS.items() if sum(bool(re.search(p, t)) for t in texts) >= least), None)


def _form_of(iri: str, form: Form, table: Iterable[tuple[Term | None, ...]]) -> TextForm:
    """What was counted, as a value."""
    counts, examples = Counter[bool](), dict[bool, str]()
    for fits, count, example in table:
        does = fits is not None and fits.value in ("true", "1")  # Virtuoso has numbers for truths
        counts[does] += int(count.value) if count else 0
        examples[does] = example.value[:LONGEST] if example else ""
    looked = counts.total()
    return TextForm(
        property=iri,
        form=form,
        looked=looked,
        fits=counts[True],
        stray=examples.get(False, ""),
        whole=looked < FIRST,
    )


def _candidates(uses: Iterable[Use], samples: Iterable[Sample]) -> Iterator[tuple[str, Form]]:
    """The properties whose sampled texts mostly have a form, the most used first."""
    times, plain = Counter[str](), Counter[str]()
    for use in uses:
        times[use.property] += use.count
        if use.literal and use.object in PLAIN:
            plain[use.property] += use.count
    texts: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for sample in samples:
        for value, _ in sample.values:
            if value.kind == "literal" and not value.language and (value.datatype or "") in PLAIN:
                texts[sample.property][value.value] = None
    for iri, count in plain.most_common():
        form = form_of(tuple(texts[iri])) if 2 * count > times[iri] else None
        is_code = form in (Form.NUMBER, Form.OTHER_NUMBER) and names_code(spaced(local_name(iri)))
        if form and not is_code:
            yield iri, form
