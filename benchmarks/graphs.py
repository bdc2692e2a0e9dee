"""Companies of any size: the sample company, grown by invented people, partners, products and orders.

In: how many triples. Out: N-Triples in the sample's ontology, the same each time. All of the sample is
inside, so that one question can be asked at every size; the growth has invented names of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from connectors import sample
from connectors.sample.facts import BORROWED, DEF, ID, XSD, Dice
from connectors.sample.tables import keyed, names

SEED = 7
STARTS = ("Bra", "Cal", "Dor", "Fen", "Gri", "Hal", "Jor", "Kel", "Lom", "Mar", "Nor", "Ost", "Pel", "Quin")
MIDDLES = ("ba", "de", "fi", "go", "la", "me", "ni", "ro", "sa", "ta", "ve", "zi", "lun", "mor", "tin", "wes")
ENDS = ("berg", "dal", "ford", "gren", "holt", "kamp", "lund", "mark", "nes", "quist", "rup", "strand", "vik")
JOBS = ("Engineer", "Technician", "Analyst", "Planner", "Assembler", "Buyer", "Consultant", "Specialist")
TRADES, PARTS = ("Metall", "Optik", "Kabel", "Polymers"), ("resistor", "housing", "bearing", "lens")
CUSTOMERS = {"WaterUtility": "Waterworks", "Airport": "Airport", "University": "University"}
PRODUCTS = ("Thermometer", "WindSensor", "RainGauge", "Barometer", "DataLogger", "Mast")
FIRST, LAST = date(2005, 1, 3), date(2025, 12, 12)
GIVEN = names("given_names")
UNITS, SITES, SKILLS = (list(keyed(table)) for table in ("departments", "sites", "skills"))
CITIES = list(keyed("cities").values())
RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"

Link = tuple[str, ...]  # the path of a thing under ID
Value = str | int | float | date | Link


def write_company(folder: Path, triples: int) -> list[Path]:
    """Files that together are a company of about `triples` triples, never fewer than the sample's own."""
    graph, ontology = sample.graph_files(folder)
    left = triples - sum(1 for _ in graph.open(encoding="utf-8"))
    growth = folder / f"growth-{triples}.nt"
    with growth.open("w", encoding="utf-8", newline="\n") as file:
        for line in _growth(Dice(SEED)):
            if left <= 0:
                break
            file.write(line)
            left -= 1
    return [graph, ontology, growth]


def _growth(dice: Dice) -> Iterator[str]:
    """Lines without end: a batch of people, partners, products and orders after the other."""
    number = 1_000
    while True:
        for _ in range(4):
            yield from _person(dice, number)
            number += 1
        yield from _supplier(dice, number)
        yield from _product(dice, number)
        for place in range(2):
            yield from _customer(dice, 2 * number + place)
        for place in range(4):
            yield from _order(dice, number - 4 + place, 2 * number + place % 2, number)


def _person(dice: Dice, number: int) -> Iterator[str]:
    given, family = dice.pick(GIVEN), _name(dice)
    unit = dice.pick(UNITS).lower()
    return _thing(
        f"person/{number}",
        "Employee",
        label=f"{given} {family}",
        givenName=given,
        familyName=family,
        staffNumber=f"B{number:07}",
        emailAddress=f"{given}.{family}.{number}@aurelund.example".lower(),
        phoneNumber=f"+47 {number // 10_000:03} {number % 10_000:04}",
        jobTitle=dice.pick(JOBS),
        joinedOn=dice.working_day(FIRST, LAST),
        weeklyHours=dice.pick((25, 30, 37, 37, 37)),
        reportsTo=("person", str(max(1_000, number - 1 - number % 9)) if number > 1_009 else "0001"),
        worksIn=("department", unit),
        basedAt=("site", dice.pick(SITES)),
        hasSkill=("skill", dice.pick(SKILLS)),
    )


def _supplier(dice: Dice, number: int) -> Iterator[str]:
    yield from _address(dice, f"s{number}")
    yield from _thing(
        f"supplier/{number}",
        "Supplier",
        label=f"{_name(dice)} {dice.pick(TRADES)} {dice.pick(('AS', 'Ltd'))}",
        hasAddress=("address", f"s{number}"),
        leadTime=dice.between(4, 75),
        rating=round(dice.share(1.8, 5.0), 1),
        vatNumber=f"XX{number:08}",
    )
    yield from _thing(
        f"component/{number}",
        "Component",
        label=f"{_name(dice).lower()} {dice.pick(PARTS)}, grade {number % 9}",
        partNumber=f"D-{number}",
        unitCost=round(dice.share(0.8, 90.0), 2),
        inStock=dice.between(0, 4800),
        suppliedBy=("supplier", str(number)),
    )


def _product(dice: Dice, number: int) -> Iterator[str]:
    yield from _thing(
        f"price/{number}",
        "Price",
        amount=round(dice.share(50, 9_000), 2),
        currency="EUR",
        validFrom=date(2025, 2, 1),
    )
    yield from _thing(
        f"product/{number}",
        dice.pick(PRODUCTS),
        label=f"{_name(dice)} {dice.between(1, 9)}00",
        productNumber=f"ZZ-{number}",
        weight=round(dice.share(0.1, 21.0), 2),
        warranty=dice.pick((24, 36, 60)),
        introducedOn=dice.day(FIRST, LAST),
        responsiblePerson=("person", str(number - 1)),
        madeAt=("site", dice.pick(("stjordal", "brno"))),
        hasComponent=("component", str(number)),
        listPrice=("price", str(number)),
    )


def _customer(dice: Dice, number: int) -> Iterator[str]:
    kind = dice.pick(list(CUSTOMERS))
    yield from _address(dice, f"c{number}")
    yield from _thing(
        f"customer/{number}",
        kind,
        label=f"{_name(dice)} {CUSTOMERS[kind]}",
        customerNumber=f"L-{number}",
        hasAddress=("address", f"c{number}"),
        customerSince=dice.day(FIRST, LAST),
        accountManager=("person", f"{dice.between(117, 130):04}"),
    )


def _order(dice: Dice, number: int, customer: int, product: int) -> Iterator[str]:
    day = dice.working_day(FIRST, LAST)
    yield from _thing(
        f"order-line/{number}",
        "OrderLine",
        orderedProduct=("product", str(product)),
        quantity=dice.between(1, 60),
        unitPrice=round(dice.share(50, 9_000), 2),
    )
    yield from _thing(
        f"order/{number}",
        "Order",
        label=f"GO-{day.year}-{number:06}",
        orderNumber=f"GO-{day.year}-{number:06}",
        orderedBy=("customer", str(customer)),
        placedOn=day,
        hasStatus=("order-status", dice.pick(("delivered", "delivered", "shipped", "open", "cancelled"))),
        hasLine=("order-line", str(number)),
    )


def _address(dice: Dice, name: str) -> Iterator[str]:
    city = dice.pick(CITIES)
    return _thing(
        f"address/{name}",
        "Address",
        street=f"{dice.between(1, 240)} {_name(dice)} Road",
        postcode=str(dice.between(10_000, 98_999)),
        inCity=("city", city["key"]),
        inCountry=("country", city["country"].lower()),
        addressCode=city["country"],
    )


def _name(dice: Dice) -> str:
    return dice.pick(STARTS) + dice.pick(MIDDLES) + dice.pick(ENDS)


def _thing(path: str, kind: str, **values: Value) -> Iterator[str]:
    subject = f"<{ID}{path}>"
    yield f"{subject} {RDF_TYPE} <{DEF}{kind}> .\n"
    for name, value in values.items():
        yield f"{subject} <{BORROWED.get(name, DEF + name)}> {_term(value)} .\n"


def _term(value: Value) -> str:
    if isinstance(value, tuple):
        return f"<{ID}{'/'.join(value)}>"
    if isinstance(value, str):
        return f'"{value}"'
    kind = {int: "integer", float: "decimal", date: "date"}[type(value)]
    return f'"{value}"^^<{XSD}{kind}>'
