"""Totals and averages in which a value counts as often as there are pieces: SUM(quantity * price), and that
over SUM(quantity).

In: a Telling and an expression. Out: "the total price of parts of “Pump”, each as often as its quantity
says", and "total price by quantity".
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.restate.telling import Telling
from kgqa.restate.terms import plain
from kgqa.sparql.model import Aggregate, Expr, Product, Var


@dataclass(frozen=True, slots=True)
class Weighed:
    """SUM or AVG of a value, and the quantity that says how often it counts."""

    name: str
    value: Var
    quantity: Var

    def said_after(self, telling: Telling, text: str) -> str:
        """The text of the plain aggregate, with its quantity."""
        return telling.words.say(
            "calculated", "weighed", value=text, quantity=telling.names.bare(self.quantity)
        )

    def short(self, telling: Telling) -> str:
        noun, quantity = telling.names.title(self.value), telling.names.bare(self.quantity)
        return telling.words.say("short", f"{self.name}_weighed", value=noun, quantity=quantity)

    def settle(self, telling: Telling) -> None:
        """Marks the quantity as said."""
        telling.speaker.spoken |= {e for e in telling.scene.edges if e.object == self.quantity}


def weighed(telling: Telling, expr: Expr) -> Weighed | None:
    """What an expression weighs; None where it weighs nothing by a quantity."""
    match telling.unfolded(expr):
        case Aggregate("SUM", argument, False) if argument is not None:
            return _total(telling, argument, "SUM")
        case Product(((_, one), ("/", other))):
            match telling.unfolded(one), telling.unfolded(other):
                case Aggregate("SUM", total, False), Aggregate("SUM", pieces, False) if total and pieces:
                    found = _total(telling, total, "AVG")
                    return found if found is not None and plain(pieces) == found.quantity else None
    return None


def _total(telling: Telling, expr: Expr, name: str) -> Weighed | None:
    match expr:
        case Product(((_, one), ("*", other))):
            quantity, value = plain(one), plain(other)
            if isinstance(quantity, Var) and isinstance(value, Var) and telling.names.is_quantity(quantity):
                conditional = (
                    quantity.name in telling.scene.conditions or quantity.name in telling.scene.given
                )
                return None if conditional or not telling.occurs(value) else Weighed(name, value, quantity)
    return None
