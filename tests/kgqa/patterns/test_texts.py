"""Texts that are dates, years or numbers are known by the form in which they are written; codes are none."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from kgqa.check import Closed
from kgqa.check.closed import opened
from kgqa.errors import BadSetting
from kgqa.joined import observed_of
from kgqa.ontology import XSD, Pattern, PatternKind, Role, Ruling
from kgqa.patterns.rulings import rulings_of
from tests.doubles.graph import SmallGraph
from tests.kgqa.patterns.small import NS, PREFIXES, each, pattern, terms

DAYS = ("2014-03-05", "2016-11-30", "2009-01-17", "2021-06-01", "2016-02-02", "2018-09-09")


def lamps(**texts: tuple[str, ...]) -> str:
    """A lamp for each text of some properties; where one has fewer texts, the last lamps lack it."""
    return "".join(
        f':l{n} a :Lamp ; rdfs:label "Lamp {n}" .\n'
        + "".join(f':l{n} :{prop} "{some[n]}" .\n' for prop, some in texts.items() if n < len(some))
        for n in range(max(map(len, texts.values())))
    )


def found(prop: str, *texts: str) -> Pattern | None:
    return pattern(lamps(**{prop: texts}), prop)


def read(prop: str, *texts: str) -> tuple[str, str]:
    """What the texts of a property are, and what a query turns them into; empty where they stay texts."""
    known = found(prop, *texts)
    return (known.kind.value, known.datatype.removeprefix(XSD)) if known else ("", "")


def test_days_and_moments_are_dates() -> None:
    assert read("madeOn", *DAYS) == ("date as text", "date")
    assert read("madeAt", *(f"{day}T10:00:00Z" for day in DAYS)) == ("date as text", "dateTime")


def test_four_digits_that_may_be_years_are_years() -> None:
    assert read("built", "1998", "2004", "1871") == ("year as text", "integer")


def test_numbers_are_numbers_with_and_without_a_point() -> None:
    assert read("price", "9.50", "120", "35", "0") == ("number as text", "decimal")
    assert read("weight", "-2", "11", "3") == ("number as text", "decimal")


def test_a_price_that_could_be_a_year_is_a_number() -> None:
    assert read("price", "1998", "2004", "1871") == ("number as text", "decimal")


@pytest.mark.parametrize(
    ("prop", "texts"),
    [
        ("dockCode", ("45", "9", "120")),
        ("phone", ("5551234", "331", "77120")),
        ("customerNumber", ("1", "2", "3")),
        ("postcode", ("1050", "2100", "9000")),
        ("shelf", ("0150", "0170", "0033")),  # no number begins with a nought
        ("mark", ("440017", "440018", "510044", "612000", "300300", "222111")),  # of one length, each its own
        ("colour", ("red", "blue", "9")),
        ("note", ("12", "13")),  # two texts show nothing
    ],
)
def test_codes_and_words_stay_texts(prop: str, texts: tuple[str, ...]) -> None:
    assert read(prop, *texts) == ("", "")


def test_what_is_a_name_stays_one() -> None:
    films = each(4, lambda n: f':f{n} a :Film ; rdfs:label "{1910 + n}" ; :maker :f1 .')
    assert terms(films).ontology.read_as("http://www.w3.org/2000/01/rdf-schema#label") == ""


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (("05.03.2021", "17.01.2009", "1.6.2021"), "date as text"),
        (("2021-03", "2009-01", "2018-09"), "date as text"),
        (("2021-03-05 10:00", "2009-01-17 08:30", "2018-09-09 23:59"), "date as text"),
        (("1,200.50", "3,000", "12,500"), "number as text"),
        (("12,5", "7,25", "0,1"), "number as text"),
    ],
)
def test_what_sparql_cannot_read_is_told_and_not_turned(texts: tuple[str, ...], kind: str) -> None:
    assert read("measured", *texts) == (kind, "")


def test_a_few_that_are_something_else_are_counted_with_one_of_them() -> None:
    known = found("madeOn", *(f"2014-03-{day}" for day in range(10, 30)), "unknown")
    assert known is not None
    assert known.strays
    assert known.why == "20 of 21 texts are written like 2021-03-05, and 1 not, such as “unknown”"


def test_many_that_are_something_else_make_no_pattern() -> None:
    assert read("madeOn", *DAYS, "unknown", "before the war") == ("", "")


def test_dates_that_are_typed_need_no_pattern() -> None:
    turtle = each(4, lambda n: f':l{n} a :Lamp ; rdfs:label "L {n}" ; :on "2014-03-1{n}"^^xsd:date .')
    assert pattern(turtle, "on") is None


def test_what_joins_others_and_has_a_date_as_a_text_is_an_event() -> None:
    turtle = each(4, lambda n: f':p{n} a :Person ; rdfs:label "P {n}" . :c{n} a :Club ; rdfs:label "C {n}" .')
    turtle += each(
        8, lambda n: f':m-{n} a :Joining ; :who :p{n % 4 + 1} ; :club :c{n % 3 + 1} ; :day "{DAYS[n % 5]}" .'
    )
    known = pattern(turtle, "Joining")
    assert known is not None
    assert known.kind is PatternKind.EVENT
    assert known.role(Role.DATE) == (f"{NS}day",)


def test_an_admin_says_that_they_are_none_or_that_they_are() -> None:
    none = (Ruling(of=f"{NS}price", kind=None),)
    assert terms(lamps(price=("9", "10", "11")), none).ontology.read_as(f"{NS}price") == ""
    code = (Ruling(of=f"{NS}dockCode", kind=PatternKind.NUMBER_TEXT),)
    ruled = pattern(lamps(dockCode=("9", "10", "11")), "dockCode", code)
    assert ruled is not None
    assert (ruled.datatype, ruled.why) == (f"{XSD}decimal", "an admin says so")


def test_the_file_of_an_admin_says_so_of_properties_alone() -> None:
    ontology = terms(lamps(price=("9", "10", "11"))).ontology
    said = {"properties": {f"{NS}price": {"is": "year as text"}}}
    assert rulings_of(said, ontology, "p.toml") == (Ruling(of=f"{NS}price", kind=PatternKind.YEAR_TEXT),)
    with pytest.raises(BadSetting, match="is no pattern of a class"):
        rulings_of({"classes": {f"{NS}Lamp": {"is": "date as text"}}}, ontology, "p.toml")


def test_who_may_not_see_the_class_does_not_learn_of_its_texts() -> None:
    ontology = terms(lamps(price=("9", "10", "unknown price"), madeOn=DAYS)).ontology
    assert {form.property for form in ontology.text_forms} == {f"{NS}madeOn"}
    assert opened(ontology, Closed(classes=frozenset((f"{NS}Lamp",)))).text_forms == ()
    assert opened(ontology, Closed(properties=frozenset((f"{NS}madeOn",)))).text(f"{NS}madeOn") is None


@dataclass
class Named:
    name: str
    graph: SmallGraph


class Several(SmallGraph):
    """Graphs that are asked as one."""

    def __init__(self, *graphs: str) -> None:
        super().__init__("")
        self.sources = [Named(str(n), SmallGraph(PREFIXES + g)) for n, g in enumerate(graphs)]


def test_sources_that_write_alike_are_one_and_others_say_nothing() -> None:
    def seen(*graphs: str) -> dict[str, int]:
        together = asyncio.run(observed_of(Several(*graphs)))
        return {form.property.removeprefix(NS): form.looked for form in together.text_forms}

    made, told = lamps(madeOn=DAYS), lamps(madeOn=("last year", "in May", "1999"))
    assert seen(made, made.replace(":l", ":k")) == {"madeOn": 12}
    assert seen(made, told.replace(":l", ":k")) == {}
