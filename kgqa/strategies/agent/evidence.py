"""How far an answer is to be trusted, by what can be seen of it: it ran, its rows were looked at, each phrase
of the question is carried by a part of the query that is there, nothing odd is left.

In: the answer as it ran, the question, how it came about. Out: Evidence, and the chance that the answer is
right by the weights of `trust.toml`, which were fitted on questions with known answers.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from kgqa.language import Language, fold
from kgqa.linking.tokens import tokenise
from kgqa.ontology import Ontology
from kgqa.strategies.agent.actions import Answer
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.oddities import Odd
from kgqa.strategies.agent.querying import Ran
from kgqa.types import LinkedQuestion
from kgqa.wording import Words, words

LEAST, MOST = 0.02, 0.98  # an answer is never worth less, nor more
_HANDLE = re.compile(r"(?<![\w<]):[\w-]+|\b(?:rdfs|skos|schema|foaf|dct):[\w-]+")
_WORD = re.compile(r"\w")
_SPACE = re.compile(r"[\s{}().;,]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for an answer, and against it; each 0 to 1. `settled` says that it was confirmed after its
    rows were seen, or that nothing about it was odd; `agreed` and `differed` compare its rows with those
    that another strategy found.
    """

    settled: float
    empty: float
    carried: float
    doubted: float
    assumed: float
    odd: float
    fixed: float
    turns: float
    agreed: float = 0.0
    differed: float = 0.0

    @property
    def chance(self) -> float:
        """The chance that the answer is right."""
        weights = _weights()
        total = weights["base"] + sum(weights[name] * value for name, value in asdict(self).items())
        return round(min(max(1 / (1 + math.exp(-total)), LEAST), MOST), 4)

    @property
    def told(self) -> tuple[tuple[str, float], ...]:
        """Its parts by name, for the record."""
        return tuple((name, round(value, 3)) for name, value in asdict(self).items())

    def reason(self, said: Words, ran: Ran, turns: int) -> str:
        """Why it is as sure as it is, for the asker."""
        found = said.say("why_turn") if turns == 1 else said.say("why_turns", count=said.count(turns))
        reasons = [found, said.say("why_gave", size=ran.size_in(said))]
        if not self.settled:
            reasons.append(said.say("why_unsettled"))
        if self.carried < 1:
            reasons.append(said.say("why_uncarried"))
        if self.doubted:
            reasons.append(said.say("why_doubted"))
        if self.fixed:
            reasons.append(said.say("why_was_put_right"))
        return ", ".join(reasons)


@cache
def _weights() -> dict[str, float]:
    text = files("kgqa.strategies.agent").joinpath("trust.toml").read_text("utf-8")
    return {name: float(value) for name, value in tomllib.loads(text)["weights"].items()}


def carried(answer: Answer, linked: LinkedQuestion, lang: Language) -> float:
    """The share of the question's content words that a piece of the query stands for, as the model says and
    as was looked up: the words are the question's, and the piece is in the query.
    """
    text = _squeezed(answer.sparql)
    asked = fold(linked.question.text)
    content = [t.folded for t in tokenise(linked.question.text) if t.folded not in lang.stop]
    if not content:
        return 1.0
    stood_for: set[str] = set()
    for pair in answer.carried:
        if _stands_in(fold(pair.words), asked) and _is_in(pair.by, text):
            stood_for.update(t.folded for t in tokenise(pair.words))
    return sum(w in stood_for for w in content) / len(content)


def _is_in(piece: str, text: str) -> bool:
    """Whether a piece of a query stands in its (squeezed) text, at least part by part."""
    parts = [part for each in piece.split("…") if (part := _squeezed(each))]
    return bool(parts) and all(_stands_in(part, text) for part in parts)


def _stands_in(part: str, text: str) -> bool:
    """Whether a part says something, and stands there in whole words: `:area` is not in `:areaOutside`."""
    part = part.strip()
    before = r"(?<!\w)" if part[:1].isalnum() else ""
    after = r"(?!\w)" if part[-1:].isalnum() else ""
    return bool(_WORD.search(part)) and bool(re.search(before + re.escape(part) + after, text))


def assumed(
    answer: Answer, linked: LinkedQuestion, handles: Handles, ontology: Ontology, code: str
) -> list[str]:
    """What the question left open, in sentences of ours: its own words, and the names of the terms that the
    query has for them. What a model says in its own words is shown to nobody.
    """
    asked, text = fold(linked.question.text), _squeezed(answer.sparql)
    said = words(code)
    sentences: dict[str, None] = {}
    for pair in answer.assumed:
        if not (_stands_in(fold(pair.words), asked) and _is_in(pair.by, text)):
            continue
        iris = [iri for found in _HANDLE.findall(pair.by) if (iri := handles.iri(found))]
        terms = [ontology.label(iri, code) for iri in iris if iri in ontology.known_terms]
        if terms:
            named = ", ".join(dict.fromkeys(line(term, 60) for term in terms))
            sentences[said.say("took_for", words=line(pair.words, 80), terms=named)] = None
    return list(sentences)[:3]


def oddness(odd: tuple[Odd, ...]) -> float:
    """How odd an answer is: 0 for nothing, towards 1 for much."""
    return 1 - 0.5 ** len({o.kind for o in odd} - {"fix", "empty"})


def _squeezed(sparql: str) -> str:
    return _SPACE.sub(" ", sparql).strip().casefold()
