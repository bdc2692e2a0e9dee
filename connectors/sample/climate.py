"""What the test stations measured, month by month.

In: the stations, and the table climate: for each the yearly mean and half the swing between seasons (°C),
the rain of a middling month (mm), a middling strongest gust (m/s) and its warmest month. Out: triples alone.
"""

from __future__ import annotations

import math

from connectors.sample.facts import Dice, Facts, money
from connectors.sample.places import Places
from connectors.sample.tables import rows
from connectors.sample.trade import months


def write_climate(facts: Facts, dice: Dice, places: Places) -> None:
    for row in rows("climate"):
        for month in months():
            season = math.cos(2 * math.pi * (month.month - int(row["warmest_month"])) / 12)
            mean = float(row["temperature"]) + float(row["swing"]) * season
            facts.thing(
                f"climate/{row['station']}-{month:%Y-%m}",
                "ClimateRecord",
                {
                    "recordedAt": places.sites[row["station"]],
                    "month": month,
                    "meanTemperature": money(mean + dice.share(-1.4, 1.4), "0.1"),
                    "rainfall": money(float(row["rain"]) * dice.share(0.3, 1.9), "0.1"),
                    "strongestGust": money(float(row["gust"]) * dice.share(0.55, 1.25), "0.1"),
                },
            )
