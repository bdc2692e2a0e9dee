"""A model proposes names: kept apart, few, new, and of one term."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from kgqa.errors import ModelUnavailable
from kgqa.linking.lexicon import Lexicon, Record, entries
from kgqa.linking.proposals import BATCH, MOST, proposals, waiting
from kgqa.ontology import Class, Name, Ontology
from kgqa.ports import Completion
from kgqa.prompts import Prompts

EX = "https://example.org/"
PAY = Record(iri=EX + "Pay", label="Salary", surface_forms=("remuneration",))
SCHEMA = Ontology(
    classes={EX + "Pay": Class(iri=EX + "Pay", names=(Name("Salary"),), comment="What one\nearns.")}
)


class ModelThatSays:
    """Replies with the next of its texts; keeps what it was asked, and fails when it has nothing to say."""

    name = "m"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[dict[str, Any]] = []

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        del schema, temperature, most
        self.asked.append(json.loads(messages[-1][1]))
        if not self.texts:
            raise ModelUnavailable("The model is gone.")
        return Completion(text=self.texts.pop(0), model="m", input_tokens=1, output_tokens=1)


def said(*terms: tuple[int, list[Any]]) -> str:
    return json.dumps({"terms": [{"number": n, "surface_forms": forms} for n, forms in terms]})


async def last(lexicon: Lexicon, model: ModelThatSays) -> Lexicon:
    return [reached async for reached in proposals(lexicon, waiting(lexicon), SCHEMA, model)][-1]


async def test_an_admins_own_words_ask_for_them() -> None:
    asked: list[str] = []

    class Hears(ModelThatSays):
        async def complete(self, messages: Sequence[tuple[str, str]], **rest: Any) -> Completion:
            asked.append(messages[0][1])
            return await super().complete(messages, **rest)

    lexicon = Lexicon("a.json", (PAY,))
    own = Prompts({"surface_forms": "What do people call these?"})
    model = Hears(said((1, ["pay"])))
    assert [part async for part in proposals(lexicon, waiting(lexicon), SCHEMA, model, own)]
    assert asked == ["What do people call these?"]


async def test_proposals_stand_beside_the_surface_forms_and_name_nothing() -> None:
    model = ModelThatSays(said((1, ["pay", "wages"])))
    found = await last(Lexicon("a.json", (PAY,)), model)
    assert found.records[0].proposed == ("pay", "wages")
    assert found.records[0].surface_forms == PAY.surface_forms
    assert {e.name for e in entries(found, SCHEMA)} == {"Salary", "remuneration"}


async def test_the_model_sees_names_and_meanings_and_no_iri() -> None:
    model = ModelThatSays(said())
    await last(Lexicon("a.json", (PAY, Record(iri=EX + "x", cls=EX + "Pay", label="Bonus"))), model)
    assert model.asked[0]["terms"] == [
        {
            "number": 1,
            "name": "Salary",
            "kind": "kind of thing",
            "meaning": "What one earns.",
            "other_names": ["remuneration"],
        },
        {"number": 2, "name": "Bonus", "kind": "Salary"},
    ]


async def test_only_what_could_be_a_new_name_is_kept() -> None:
    forms = ["pay", "PAY", " pay\n", "salary", "Remuneration", "Bonus", "", "x" * 61, 3, None, "a\ud800b"]
    other = Record(iri=EX + "x", label="Bonus")
    found = await last(
        Lexicon("a.json", (PAY, other)), ModelThatSays(said((1, forms), (9, ["y"]), (0, ["z"])))
    )
    assert found.records[0].proposed == ("pay", "a b")
    assert found.records[1].proposed == ()
    many = await last(Lexicon("a.json", (PAY,)), ModelThatSays(said((1, [f"pay {n}" for n in range(99)]))))
    assert len(many.records[0].proposed) == MOST


@pytest.mark.parametrize("text", ["{}", '{"terms": 3}', '{"terms": [3, {}, {"number": "1"}]}', "[]"])
async def test_a_reply_of_another_form_proposes_nothing(text: str) -> None:
    assert await last(Lexicon("a.json", (PAY,)), ModelThatSays(text)) == Lexicon("a.json", (PAY,))


async def test_what_came_before_the_model_failed_is_there_and_is_not_asked_again() -> None:
    records = tuple(Record(iri=f"{EX}{n}", label=f"term {n}") for n in range(BATCH + 1))
    model = ModelThatSays(said(*((n, [f"word {n}"]) for n in range(1, BATCH + 1))))
    coming = proposals(Lexicon("a.json", records), records, SCHEMA, model)
    reached = await anext(coming)
    with pytest.raises(ModelUnavailable):
        await anext(coming)
    assert [bool(r.proposed) for r in reached.records] == [True] * BATCH + [False]
    again = ModelThatSays(said((1, ["word 21"])))
    done = await last(reached, again)
    assert len(again.asked[0]["terms"]) == 1
    assert done.records[-1].proposed == ("word 21",)
    assert [r.iri for r in done.records] == [r.iri for r in records]
