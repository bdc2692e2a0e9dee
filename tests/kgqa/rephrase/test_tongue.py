"""Which questions need a model to be read at all: sure enough not to send every short one there."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.rephrase import tongue, tongue_of
from kgqa.types import Outcome, Question, Turn
from tests.kgqa.rephrase.asking import rephrase_of
from tests.kgqa.zoo import ASKED_AT

FOREIGN = [
    ("fr", "Quels animaux vivent dans la Savannah ?"),
    ("fr", "Combien d'animaux pèsent plus de 900 kg ?"),
    ("es", "¿Qué animales viven en Savannah?"),
    ("es", "cuantos animales hay en Savannah"),
    ("it", "Chi si occupa di Tembo?"),
    ("it", "Quali animali vivono nella Savannah?"),
    ("pt", "Quem cuida do Tembo?"),
    ("nl", "Welke dieren wonen in de Savannah?"),
    ("sv", "Vilka djur bor i Savannah?"),
    ("fi", "Kuka hoitaa Temboa?"),
    ("pl", "Jakie zwierzęta mieszkają w Savannah?"),
    ("cs", "Která zvířata žijí v Savannah?"),
    ("hu", "Melyik állatok élnek a Savannah-ban?"),
    ("ro", "Ce animale trăiesc în Savannah?"),
    ("tr", "Savannah'da hangi hayvanlar ya\u015f\u0131yor?"),
    ("id", "Hewan apa yang hidup di Savannah?"),
    ("vi", "Những con vật nào sống ở Savannah?"),
    ("ar", "ما هي الحيوانات التي تعيش في السافانا؟"),
    ("th", "สัตว์อะไรอาศัยอยู่ใน Savannah"),
    ("zh", "哪些动物住在 Savannah"),
    ("ja", "Savannahにはどの動物が住んでいますか"),
    ("ko", "Savannah에는 어떤 동물이 사나요?"),
    ("ru", "Какие животные живут в Savannah?"),
    ("hi", "Savannah में कौन से जानवर रहते हैं?"),
    ("el", "Ποια ζώα ζουν στη Savannah;"),
    ("he", "אילו חיות גרות ב-Savannah?"),
]
LIKE_EACH_OTHER = ["Hvem passer Tembo?", "Hvilke dyr bor i Savannah?", "Poids de Tembo ?", "Які тварини тут?"]
READ = [
    "Which animals live in the Savannah?",
    "WHICH ANIMALS LIVE IN THE SAVANNAH?",
    "weight?",
    "weight of Tembo",
    "Tembo weight",
    "animals in Kenya",
    "heaviest mammals",
    "And Pip?",
    "how many?",
    "top 5",
    "sort by weight",
    "hi",
    "tickets per team",
    "who's on call",
    "customers in São Paulo",
    "Suppliers of Åkerlund Træ A/S",
    "what is the résumé of Åse Müller",
    "Orders of Banco de la Nación",
    "Where is the office of Société Générale de Banque?",
    'Who wrote "Les Enfants du paradis"?',
    "Which animals live in Саванна?",
    "Who is 王伟?",
    "Welche Tiere leben in der Savannah?",
    "Gewicht?",
    "Umsatz je Kunde",
    "Kunden in Oslo",
    "und Pip?",
]
NAMES = ["Tembo", "Ruth Adeyemi", "WR-201", "Savannah?", "Pip"]


@pytest.mark.parametrize(("code", "text"), FOREIGN)
def test_a_question_in_another_language_is_known_as_such(code: str, text: str) -> None:
    found = tongue(text)
    assert (found.code, found.is_foreign) == (code, True)


@pytest.mark.parametrize("text", LIKE_EACH_OTHER)
def test_of_languages_that_are_alike_it_is_enough_to_know_that_none_is_read(text: str) -> None:
    assert tongue(text).is_foreign


@pytest.mark.parametrize("text", [*READ, *NAMES])
def test_short_questions_foreign_names_and_names_alone_are_not_foreign(text: str) -> None:
    assert tongue(text).is_read


@pytest.mark.parametrize("text", ["Which animals are viven in Savannah?", "Welche animals live in Savannah?"])
def test_a_mixed_question_is_read_where_its_small_words_are(text: str) -> None:
    assert not tongue(text).is_foreign


DOUBTFUL = ["Banco de la Nación", "Wie verzorgt Tembo?"]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_where_the_words_leave_doubt_it_is_no_certainty(text: str) -> None:
    found = tongue(text)
    assert not found.is_sure
    assert not found.is_read


def test_a_language_that_was_given_gives_way_to_the_words() -> None:
    def heard(text: str, given: str) -> tuple[str, bool]:
        found = tongue_of(Question(text=text, asked_at=ASKED_AT, language=given))
        return found.code, found.is_read

    assert heard("Which animals live in the Savannah?", "fr") == ("en", True)
    assert heard("Quels animaux vivent ici ?", "en-GB") == ("fr", False)
    assert heard("Tembo", "fr") == ("fr", False)
    assert heard("Tembo", "de") == ("de", True)


def test_what_tells_no_language_is_in_that_of_the_thread() -> None:
    def heard(text: str, *before: str) -> bool:
        turns = tuple(Turn(question=t, outcome=Outcome.ANSWERED, text="") for t in before)
        return tongue_of(Question(text=text, asked_at=ASKED_AT, history=turns)).is_read

    assert not heard("Et Pip ?", "Quel est le poids de Kibo ?")
    assert heard("Et Pip ?")
    assert heard("And Pip?", "Quel est le poids de Kibo ?")


def test_no_model_is_needed_for_what_is_read(kit: Kit) -> None:
    needed = rephrase_of(kit).needed
    for text in (*READ, *NAMES):
        assert not needed.of(Question(text=text, asked_at=ASKED_AT)), text
    for _, text in FOREIGN:
        assert needed.of(Question(text=text, asked_at=ASKED_AT)).words, text
