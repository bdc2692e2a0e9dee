"""Who buys what: customers, orders with their lines, and the sales of each month.

In: places, people and the catalogue, and the tables customers and regions. Out: triples alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, timedelta

from pyoxigraph import NamedNode

from connectors.sample.catalogue import Catalogue, Model
from connectors.sample.facts import Dice, Facts, money, words
from connectors.sample.people import People
from connectors.sample.places import Places
from connectors.sample.tables import rows

FIRST, LAST = date(2022, 1, 3), date(2025, 12, 12)
ORDERS = 520
CLOSED = date(2025, 10, 1)  # what was ordered before has been delivered, unless it was cancelled
DEAR = 500  # EUR: from here on, things are ordered by the dozen at most
STATUS = {"open": "offen", "shipped": "versandt", "delivered": "geliefert", "cancelled": "storniert"}


def write_trade(facts: Facts, dice: Dice, places: Places, people: People, catalogue: Catalogue) -> None:
    _write_orders(facts, dice, _write_customers(facts, dice, places, people), catalogue)
    _write_sales(facts, dice, places)


def months() -> Iterator[date]:
    """The first days of all months that the company has figures for."""
    return (date(year, month, 1) for year in range(FIRST.year, LAST.year + 1) for month in range(1, 13))


def _write_customers(facts: Facts, dice: Dice, places: Places, people: People) -> list[NamedNode]:
    return [
        facts.thing(
            f"customer/{number:03}",
            row["kind"],
            {
                "label": row["name"],
                "customerNumber": f"K-{4000 + 13 * number}",
                "hasAddress": places.address(facts, dice, f"customer-{number:03}", row["city"]),
                "emailAddress": f"purchasing@customer{number:03}.example" if dice.chance(0.85) else None,
                "customerSince": dice.day(date(2003, 1, 1), date(2022, 1, 1)),
                "accountManager": dice.pick(people.members["SAL"][1:]),
            },
        )
        for number, row in enumerate(rows("customers"), 1)
    ]


def _write_orders(facts: Facts, dice: Dice, customers: list[NamedNode], catalogue: Catalogue) -> None:
    status = {
        key: facts.thing(f"order-status/{key}", "OrderStatus", {"label": words(en=key, de=german)})
        for key, german in STATUS.items()
    }
    numbers: dict[int, int] = {}
    for day in sorted(dice.working_day(FIRST, LAST) for _ in range(ORDERS)):
        numbers[day.year] = count = numbers.get(day.year, 0) + 1
        code = f"SO-{day.year}-{count:04}"
        key = "delivered" if day < CLOSED else dice.pick(("open", "shipped"))
        key = "cancelled" if dice.chance(0.05) else key
        shipped = day + timedelta(days=dice.between(2, 17)) if key in {"delivered", "shipped"} else None
        sold = [model for model in catalogue.models.values() if model.price and _on_sale(model, day)]
        lines = [
            _write_line(facts, dice, f"{code.lower()}-{place}", model)
            for place, model in enumerate(dice.some(sold, dice.between(1, 3)), 1)
        ]
        facts.thing(
            f"order/{code.lower()}",
            "Order",
            {
                "label": code,
                "orderNumber": code,
                "orderedBy": dice.pick(customers),
                "placedOn": day,
                "shippedOn": shipped,
                "hasStatus": status[key],
                "hasLine": lines,
            },
        )


def _write_line(facts: Facts, dice: Dice, name: str, model: Model) -> NamedNode:
    price = float(model.price or 0)
    return facts.thing(
        f"order-line/{name}",
        "OrderLine",
        {
            "orderedProduct": model.node,
            "quantity": dice.between(1, 60 if price < DEAR else 12),
            "unitPrice": money(price * dice.share(0.82, 1.0)),
        },
    )


def _on_sale(model: Model, day: date) -> bool:
    return model.launched <= day and (model.until is None or day <= model.until)


def _write_sales(facts: Facts, dice: Dice, places: Places) -> None:
    for row in rows("regions"):
        for month in months():
            season = 1 + 0.18 * math.sin(2 * math.pi * (month.month - 2) / 12)
            grown = float(row["growth"]) ** (month.year - FIRST.year)
            revenue = float(row["monthly_revenue"]) * grown * season * dice.share(0.88, 1.12)
            facts.thing(
                f"sales/{row['key']}-{month:%Y-%m}",
                "SalesFigure",
                {
                    "salesIn": places.regions[row["key"]],
                    "month": month,
                    "revenue": money(revenue),
                    "unitsSold": round(revenue / dice.share(640, 820)),
                },
            )
