"""What is said of the graph where there is no answer is so: it does not know names, and words of operations
are no names.
"""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.language.operations import is_operation
from kgqa.ontology import RDFS
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.company import Graph
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, ask, kit_of


@pytest.mark.parametrize("word", ["average", "on average", "most", "per", "without", "why", "per year"])
def test_a_word_that_asks_for_something_to_be_done_names_nothing(word: str) -> None:
    assert is_operation(word, language("en"))


@pytest.mark.parametrize("word", ["giraffe", "licence", "old", "average keeper"])
def test_a_noun_is_a_name(word: str) -> None:
    assert not is_operation(word, language("en"))


@pytest.mark.parametrize("word", ["durchschnittlich", "meisten", "ohne", "pro"])
def test_german_words_do_so_too(word: str) -> None:
    assert is_operation(word, language("de"))


def test_the_graph_is_said_to_lack_a_name_that_it_does_not_have(kit: Kit) -> None:
    answer = ask(kit, "Which animals have a licence?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "licence" in answer.text


def test_words_that_stand_together_are_told_as_one(kit: Kit) -> None:
    assert "“profit margin”" in ask(kit, "What is our profit margin?").text
    assert "“expire” or “unicorns”" in ask(kit, "When do we expire unicorns?").text
    assert "“moon” or “rocket”" in ask(kit, "Is the moon a rocket?").text


@pytest.mark.parametrize("text", ["What is our profit margin?", "What is the weather tomorrow?"])
def test_who_gets_no_answer_gets_questions_to_start_from(company: Graph, text: str) -> None:
    answer = company.ask(text)
    assert answer.outcome in (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)
    assert answer.text.endswith("You can ask, for example:")
    assert answer.suggestions


def test_the_graph_is_not_said_to_lack_what_no_graph_has(kit: Kit) -> None:
    answer = ask(kit, "average quartile median of the animals")
    assert "nothing about “average”" not in answer.text


def test_the_graph_is_not_said_to_lack_a_word_that_very_many_names_hold() -> None:
    herd = "".join(f'<{ID}m{n}> a <{DEF}Mammal> ; <{RDFS}label> "Quagga {n}" . ' for n in range(120))
    answer = ask(kit_of(ONTOLOGY + DATA + herd), "What is the weight of the quagga?")
    assert "nothing about “quagga”" not in answer.text
