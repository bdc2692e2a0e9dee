"""English nouns and labels inside sentences."""

from __future__ import annotations

import pytest

from kgqa.restate.english import indefinite, is_plural, ordinal, plural, property_label, sentence_case_noun


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("product", "products"),
        ("policy", "policies"),
        ("bill of material", "bills of material"),
        ("LCD", "LCDs"),
        ("person", "people"),
        ("address", "addresses"),
        ("purchase order line", "purchase order lines"),
        ("hardware", "hardware"),
        ("series", "series"),
        ("day", "days"),
        ("date published", "dates published"),
        ("year built", "years built"),
        ("hospital bed", "hospital beds"),
        ("seats per year", "seats per year"),
        ("“in force since”", "“in force since”"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


def test_some_labels_are_plurals_already() -> None:
    assert [is_plural(w) for w in ("weekly hours", "address", "status", "news", "price")] == [
        True, False, False, False, False
    ]  # fmt: skip


def test_articles_follow_the_sound() -> None:
    words = ("employee", "unit", "hour", "MRI scan", "EU country", "user", "hardware")
    assert [indefinite(w) for w in words] == [
        "an employee", "a unit", "an hour", "an MRI scan", "an EU country", "a user", "hardware"
    ]  # fmt: skip


def test_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"
    ]  # fmt: skip


def test_capitals_are_lost_where_they_mean_nothing() -> None:
    assert sentence_case_noun("Bill of Material (BOM)") == "bill of material (BOM)"


@pytest.mark.parametrize(
    ("label", "kind", "text"),
    [
        ("has supplier", "noun", "supplier"),
        ("sold by", "phrase", "sold by"),
        ("sold by agent", "phrase", "sold by"),
        ("is part of", "phrase", "part of"),
        ("works for", "verb", "works for"),
        ("supplies", "verb", "supplies"),
        ("address", "noun", "address"),
        ("Weight", "noun", "weight"),
        ("against", "phrase", "against"),
        ("in country", "phrase", "in"),
        ("of type", "noun", "type"),
        ("part of department", "phrase", "part of"),
    ],
)
def test_what_a_propertys_label_is(label: str, kind: str, text: str) -> None:
    found = property_label(label, links=True)
    assert (found.kind, found.text) == (kind, text)
