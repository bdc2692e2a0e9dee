"""The cars of RAGonite's questions are the same each time, as the paper describes them, and have the gold."""

from __future__ import annotations

import tomllib

from pyoxigraph import RdfFormat, Store

from benchmarks.ragonite.__main__ import HERE
from benchmarks.ragonite.gold import is_right, rows_of
from benchmarks.ragonite.graph import LABEL, TYPE, lines
from kgqa.types import Answer, Outcome, Question, ResultTable, Term
from tests.kgqa.company import ASKED_AT

GOLD = tomllib.loads((HERE / "gold.toml").read_text("utf-8"))


def cars() -> Store:
    store = Store()
    store.load("\n".join(lines()).encode(), format=RdfFormat.N_TRIPLES)
    return store


def test_the_cars_are_the_same_each_time_and_about_as_many_as_in_the_paper() -> None:
    triples = list(lines())
    assert triples == list(lines())
    assert 3_000 < len(triples) < 3_900  # 3,442 there
    predicates = {line.split()[1] for line in triples}
    classes = {line.split()[2] for line in triples if line.split()[1] == f"<{TYPE}>"}
    assert (len(classes), len(predicates)) == (7, 28)
    assert f"<{LABEL}>" in predicates


def test_each_of_the_thirty_questions_has_gold_rows_in_it() -> None:
    store = cars()
    assert len(GOLD) == 30
    for name, gold in GOLD.items():
        queries = [*([gold["sparql"]] if "sparql" in gold else []), *gold.get("others", ())]
        for query in (*queries, *gold.get("told", ())):
            assert rows_of(query, store), (name, query)


def answer(text: str, rows: ResultTable | None = None) -> Answer:
    asked = Question(text="?", asked_at=ASKED_AT)
    return Answer(question=asked, outcome=Outcome.ANSWERED, text=text, table=rows)


def test_a_price_is_right_as_a_row_and_as_a_sentence() -> None:
    store, gold = cars(), GOLD["bmw-2.1"]
    row = ResultTable(columns=("p",), rows=((Term(kind="literal", value="40975"),),))
    assert is_right(answer("", row), gold, store)
    assert is_right(answer("BMW 320i M Sport Saloon has price 40975. [1]"), gold, store)
    assert not is_right(answer("BMW 320i M Sport Saloon has price 409750. [1]"), gold, store)


def test_prose_is_right_where_it_tells_enough_and_mostly_of_what_was_asked() -> None:
    store = cars()
    gold = GOLD["bmw-1.4"]
    names = [row[0] for row in rows_of(gold["told"][0], store)][:3]
    sentences = [f"BMW X7 has innovative highlight {name}. [1]" for name in names]
    assert is_right(answer(" ".join(sentences)), gold, store)
    assert not is_right(answer(" ".join(sentences[:2])), gold, store)
    assert not is_right(answer(" ".join((*sentences, *["It is a car. [2]"] * 5))), gold, store)
