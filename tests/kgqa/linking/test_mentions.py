"""Which words of a question may name something together."""

import pytest

from kgqa.linking.mentions import spans_a_break


@pytest.mark.parametrize(
    "phrase",
    ['Commercial" and "Residential', "Gale\u201c und \u201eRime", 'Gale" cost', "Gale, Rime", "it. Rime"],
)
def test_a_name_ends_where_a_clause_or_a_quotation_ends(phrase: str) -> None:
    assert spans_a_break(phrase)


@pytest.mark.parametrize(
    "phrase", ['Anna "Annie" Smith', '19" rack mount', "St. Gallen", "Gale 200", 'the "Gale', "Dr. Lind"]
)
def test_a_name_may_hold_a_quotation_inches_and_a_word_cut_short(phrase: str) -> None:
    assert not spans_a_break(phrase)
