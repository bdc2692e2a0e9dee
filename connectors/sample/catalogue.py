"""What the company makes and buys: suppliers, components, products with their prices, applications.

In: places and people, and the tables suppliers, components, applications, series and withdrawn.
Out: `Catalogue`, for orders and projects to point to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from pyoxigraph import NamedNode

from connectors.sample.facts import Dice, Facts, money, words
from connectors.sample.people import People
from connectors.sample.places import Places
from connectors.sample.tables import Row, keyed, parts, rows

STANDARDS = ("ISO 9001", "ISO 14001", "ISO 45001", "ISO 27001", "RoHS")
UNPRICED = ("Tarn X", "Aurora Compact")  # announced, not yet on the price list
OTHER_NAMES = {
    "Sonora Marine": "Sea Sonora",
    "Meridian Airfield": "AWOS station",
    "Fathom 300": "Deep Fathom",
}
NOT_SENSORS = ("DataLogger", "WeatherStation", "Mast", "Enclosure")
NEWEST = date(2025, 3, 3)
SHORTEST_LIFE = timedelta(days=1400)


@dataclass(frozen=True, slots=True)
class Model:
    """A product that others point to; `price` is None when it has none, `until` when it is still sold."""

    node: NamedNode
    kind: str
    price: Decimal | None
    launched: date
    until: date | None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The nodes that others point to; models by name."""

    suppliers: list[NamedNode] = field(default_factory=list)
    components: list[NamedNode] = field(default_factory=list)
    models: dict[str, Model] = field(default_factory=dict)


def write_catalogue(facts: Facts, dice: Dice, places: Places, people: People) -> Catalogue:
    applications = {
        key: facts.thing(
            f"application/{key}", "Application", {"label": words(en=row["name"], de=row["german"])}
        )
        for key, row in keyed("applications").items()
    }
    suppliers = _write_suppliers(facts, dice, places)
    catalogue = Catalogue(suppliers, _write_components(facts, dice, suppliers))
    workshop = _Workshop(facts, dice, places, catalogue, applications)
    for series in rows("series"):
        workshop.make(series, dice.pick(people.members["SPH" if float(series["power"]) < 1 else "ELX"]))
    for name, row in keyed("withdrawn").items():
        if row["successor"]:
            successor = catalogue.models[row["successor"]].node
            facts.say(successor, {"successorOf": catalogue.models[name].node})
    hosts = [m.node for m in catalogue.models.values() if m.kind in {"DataLogger", "WeatherStation"}]
    for model in catalogue.models.values():
        if model.kind not in NOT_SENSORS:
            facts.say(model.node, {"connectsTo": dice.some(hosts, dice.between(2, 4))})
    return catalogue


def _write_suppliers(facts: Facts, dice: Dice, places: Places) -> list[NamedNode]:
    standards = [
        facts.thing(f"standard/{name.lower().replace(' ', '-')}", "Standard", {"label": name})
        for name in STANDARDS
    ]
    return [
        facts.thing(
            f"supplier/{number:03}",
            "Supplier",
            {
                "label": row["name"],
                "hasAddress": places.address(facts, dice, f"supplier-{number:03}", row["city"]),
                "emailAddress": f"orders@supplier{number:03}.example" if dice.chance(0.9) else None,
                "leadTime": dice.between(4, 75),
                "rating": money(dice.share(1.8, 5.0), "0.1"),
                "vatNumber": f"{places.country_of[row['city']]}{dice.between(10_000_000, 99_999_999)}",
                "certifiedTo": dice.some(standards, dice.between(0, 3)),
            },
        )
        for number, row in enumerate(rows("suppliers"), 1)
    ]


def _write_components(facts: Facts, dice: Dice, suppliers: list[NamedNode]) -> list[NamedNode]:
    components: list[NamedNode] = []
    for row in rows("components"):
        for step, grade in enumerate(parts(row["grades"])):
            number = 10_000 + 17 * (len(components) + 1)
            components.append(
                facts.thing(
                    f"component/c-{number}",
                    "Component",
                    {
                        "label": f"{row['name']}, {grade}",
                        "partNumber": f"C-{number}",
                        "unitCost": money(float(row["cost"]) * float(row["factor"]) ** step),
                        "inStock": 0 if dice.chance(0.06) else dice.between(12, 4800),
                        "suppliedBy": dice.some(suppliers, dice.between(1, 3)),
                    },
                )
            )
    return components


class _Workshop:
    """Makes the models of one series after the other.

    Each next model of a series is `step` times as heavy, hungry and dear, and half as much bigger.
    """

    def __init__(
        self,
        facts: Facts,
        dice: Dice,
        places: Places,
        catalogue: Catalogue,
        applications: dict[str, NamedNode],
    ) -> None:
        self._facts, self._dice, self._places = facts, dice, places
        self._catalogue, self._applications = catalogue, applications
        self._withdrawn = keyed("withdrawn")

    def make(self, series: Row, owner: NamedNode) -> None:
        for place, model in enumerate(parts(series["models"])):
            name = f"{series['name']} {model}".strip()
            self._catalogue.models[name] = self._model(series, place, name, owner)

    def _model(self, series: Row, place: int, name: str, owner: NamedNode) -> Model:
        dice, kind, step = self._dice, series["kind"], float(series["step"])
        grown, bigger = step**place, 1 + (step - 1) * place / 2
        code = f"{series['prefix']}-{1000 + 37 * (len(self._catalogue.models) + 1)}"
        launched, until = self._life(name, place)
        price = None if name in UNPRICED else money(float(series["price"]) * grown + dice.between(0, 9))
        fee = None if kind in NOT_SENSORS else money(40 + 0.06 * float(series["price"]) * grown)
        uses = dice.some(parts(series["uses"]), dice.between(1, 3))
        node = self._facts.thing(
            f"product/{code.lower()}",
            kind,
            {
                "label": name,
                "altLabel": OTHER_NAMES.get(name),
                "productNumber": code,
                "weight": money(float(series["weight"]) * grown),
                **{side: round(int(series[side]) * bigger) for side in ("height", "width", "length")},
                "powerDraw": money(float(series["power"]) * grown) if float(series["power"]) else None,
                "lowestTemperature": dice.pick((-20, -30, -40, -50)),
                "warranty": dice.pick((24, 36, 60)),
                "calibrationFee": fee,
                "introducedOn": None if name in UNPRICED else launched,
                "discontinuedOn": until,
                "responsiblePerson": owner,
                "madeAt": self._places.sites[
                    "brno" if kind in {"Mast", "Enclosure", "DataLogger"} else "stjordal"
                ],
                "usedFor": [self._applications[key] for key in uses],
                "hasComponent": dice.some(self._catalogue.components, dice.between(3, 6)),
                "listPrice": price and self._price(f"{code.lower()}-list", price, "EUR"),
                "exportPrice": self._price(f"{code.lower()}-export", price * Decimal("1.12"), "USD")
                if price and place % 2 == 0
                else None,
            },
        )
        return Model(node, kind, price, launched, until)

    def _life(self, name: str, place: int) -> tuple[date, date | None]:
        """The day of launch and the day of withdrawal; later models of a series come later."""
        launched = self._dice.working_day(date(2008 + 4 * place, 1, 5), date(2012 + 4 * place, 11, 30))
        if name not in self._withdrawn:
            return min(launched, NEWEST), None
        until = date.fromisoformat(self._withdrawn[name]["until"])
        return min(launched, until - SHORTEST_LIFE), until

    def _price(self, name: str, amount: Decimal, currency: str) -> NamedNode:
        valid = date(2025, self._dice.between(1, 3), 1)
        return self._facts.thing(
            f"price/{name}",
            "Price",
            {"amount": money(float(amount)), "currency": currency, "validFrom": valid},
        )
