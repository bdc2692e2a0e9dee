"""What has a value is found along the facts of a reading, also where these lead back to where they began."""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import owners_of
from kgqa.strategies.interpret.draft import Draft

from kgqa.forms.form import Fact


def test_the_owners_of_a_value_are_told_from_the_nearest_on() -> None:
    draft = Draft(facts=(Fact("order", "by", "customer"), Fact("customer", "rating", "rating")))
    assert list(owners_of(draft, "rating")) == ["customer", "order"]


def test_a_thing_that_a_reading_joins_with_itself_is_told_once() -> None:
    draft = Draft(facts=(Fact("car", "variant of", "car"), Fact("car", "price", "price")))
    assert list(owners_of(draft, "price")) == ["car"]
