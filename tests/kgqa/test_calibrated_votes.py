"""What was measured of a strategy decides how sure its answers are, and whether the next one is asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kgqa.calibration import Calibration, Level
from kgqa.pipeline import Kit
from kgqa.ports import Means, Proposal
from kgqa.types import CandidateQuery, LinkedQuestion, Outcome
from tests.kgqa.zoo import DEF, ID, ask

P = f"PREFIX : <{DEF}> PREFIX z: <{ID}> "
BIG = P + "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x FILTER(?x > 1000) }"
ALL = P + "SELECT ?e WHERE { ?e a :Enclosure }"


@dataclass
class Saying:
    """A strategy that proposes one query, and counts how often it is asked."""

    name: str
    text: str
    confidence: float = 0.9
    asks_model: bool = False
    weighs_evidence: bool = False
    asked: list[str] = field(default_factory=list)

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        self.asked.append(linked.question.text)
        said = CandidateQuery(
            text=self.text, strategy=self.name, reading="", confidence=self.confidence, reason="by hand"
        )
        return Proposal(candidates=(said,))


def calibrated(kit: Kit, *strategies: Saying, **levels: Level) -> Kit:
    curves = {name: (level,) for name, level in levels.items()}
    return replace(kit, strategies=strategies, calibration=Calibration(curves))


def test_an_answer_is_as_sure_as_such_answers_were_right_and_says_so(kit: Kit) -> None:
    answer = ask(calibrated(kit, Saying("one", BIG), one=Level(0.5, 40, 36)), "Which enclosures are big?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.confidence.value == round(37 / 42, 4)
    assert answer.confidence.reason == "by hand; 36 of 40 such answers were right"


def test_without_a_calibration_a_strategy_is_taken_at_its_word(kit: Kit) -> None:
    answer = ask(calibrated(kit, Saying("one", BIG), other=Level(0.5, 40, 3)), "Which enclosures are big?")
    assert (answer.confidence.value, answer.confidence.reason) == (0.9, "by hand")


def test_who_is_sure_and_often_wrong_is_not_the_last_to_be_asked(kit: Kit) -> None:
    second = Saying("two", ALL, confidence=0.7)
    answer = ask(
        calibrated(kit, Saying("one", BIG), second, one=Level(0.5, 40, 20), two=Level(0.5, 40, 36)),
        "Which enclosures are big?",
    )
    assert second.asked
    assert answer.strategy == "two"
    assert answer.confidence.reason.endswith(
        "36 of 40 such answers were right; another way found something else"
    )


def test_who_is_mostly_wrong_is_not_answered(kit: Kit) -> None:
    answer = ask(calibrated(kit, Saying("one", BIG), one=Level(0.5, 40, 4)), "Which enclosures are big?")
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.confidence.value < 0.2


def test_why_is_said_in_the_language_of_the_question(kit: Kit) -> None:
    sure = calibrated(kit, Saying("one", ALL), one=Level(0.5, 1_400, 1_360))
    answer = ask(sure, "Welche Gehege sind groß?")
    assert answer.confidence.reason == "by hand; 1.360 von 1.400 solchen Antworten waren richtig"
