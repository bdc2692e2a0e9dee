"""The strategy *passages*: answers from text what no query answers, with the place of each sentence.

In: a linked question and an index of passages. Out: a Proposal with an answer instead of a query; nothing for
what a query works out, where a query has found something, and where the text does not surely tell. Without a
model it is the sentences themselves; with one an answer composed of them, refined once by further passages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kgqa.conversation import spoken
from kgqa.errors import OperatorsMove
from kgqa.fence import fenced, on_one_line
from kgqa.language import Language
from kgqa.linking.opened import speaks_of_closed
from kgqa.linking.tokens import folded_words, tokenise
from kgqa.passages.asked import Asked
from kgqa.passages.cited import SILENT, Cited, cited
from kgqa.passages.extract import Extract, extracts
from kgqa.passages.left_to_queries import is_left_to_queries
from kgqa.passages.passage import Hit, Passage, Place
from kgqa.ports import LanguageModel, Means, Proposal
from kgqa.rows import is_empty
from kgqa.strategies.parts import Parts
from kgqa.types import Answer, Confidence, LinkedQuestion, Outcome, PassageEvidence, Question, Stage
from kgqa.wording import words

NAME = "passages"
WHOLE = frozenset(("exact", "identifier", "alternative", "inflected"))  # how a name is met as a whole
TRUST = 0.55  # what a query found with less is not answered
LOOKED_AT = 12  # passages whose sentences are read
FOUND = 24  # passages that are looked for, where a model reads them
ROOM, MOST = 9_000, 12  # characters and passages that a model is told at first, and as many again after it
REPLY = 600  # tokens
SECONDS = 60.0  # that a model may take for one reply
SUREST = 0.9  # what sentences are worth that hold every word of the question: they may still speak of another
HEADING = 80  # characters of one that is told
COMPOSED = 0.75  # what an answer is worth that a model composed, each sentence of which is borne out


class Passages:
    """Safe to use by several tasks at once: it keeps nothing of a question."""

    name = NAME
    asks_model = False  # it may use one, and answers without
    weighs_evidence = False

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """The answer, where there is one. A model that fails leaves the sentences themselves."""
        question, index = linked.question, self.parts.passages
        lang = spoken(question)
        if index is None or not index.size:
            return Proposal()
        is_found = any(found.confidence >= TRUST and not is_empty(found.table) for found in means.found)
        if is_found and not means.beside:
            return Proposal()
        if speaks_of_closed(question, self.parts.ontology, lang):
            return Proposal()  # it is refused
        if _leans(question, lang):
            return Proposal()
        unknown = frozenset(w for text in linked.unlinked for w in folded_words(text))
        named = [(n.start, n.end) for n in linked.links if any(m.how in WHOLE for m in n.matches)]
        if is_left_to_queries(question.text, lang, question.asked_at.date(), unknown, named):
            return Proposal()
        most = LOOKED_AT if means.model is None else FOUND
        hits = await index.search(question.text, lang.code, most)
        if is_found:  # rows say already what the graph does
            hits = tuple(hit for hit in hits if not hit.passage.iri)
        await means.told(
            Stage.READING,
            words(lang.code).say("passages_found", count=len(hits)),
            [f"{hit.score:.2f} {_named(hit.passage, hit.passage.blocks[0].place, lang)}" for hit in hits],
        )
        if not hits:
            return Proposal()
        if means.model is not None:
            composed = await self._composed(linked, hits, means.model, means, lang)
            if composed is not None:
                return composed
        asked = Asked.of(question.text, lang, index.size, index.frequency)
        found = extracts(asked, hits[:LOOKED_AT], lang)
        return Proposal(instead=_answer_of(linked, found, lang)) if found else Proposal()

    async def _composed(
        self, linked: LinkedQuestion, hits: Sequence[Hit], model: LanguageModel, means: Means, lang: Language
    ) -> Proposal | None:
        """What the model made of the passages; an empty proposal where they do not tell, None where the model
        failed.
        """
        prompts, question = self.parts.prompts, linked.question.text
        first, second = prompts.get("passages"), prompts.get("passages-refine")
        told = _fitting(hits)
        more = _fitting(hits[len(told) :])
        passages = [hit.passage for hit in (*told, *more)]
        asked = on_one_line(question)
        try:
            text = await _said(model, first.filled(passages=_told(told, 1, lang), question=asked))
            if more and _is_silent(text):  # what is asked may be told by both together
                both = _told((*told, *more), 1, lang)
                text = await _said(model, first.filled(passages=both, question=asked))
            elif more:
                further = _told(more, len(told) + 1, lang)
                refined = second.filled(answer=fenced(text), passages=further, question=asked)
                text = await _said(model, refined)
        except (OperatorsMove, TimeoutError) as error:
            await means.told(Stage.ASKING, words(lang.code).say("no_help"), [str(error)])
            return None
        held = cited(text, passages)
        phrase = words(lang.code).say
        said = phrase("passages_told", count=len(passages))
        await means.told(Stage.ASKING, said, [f"{model.name}, prompt {first.version}, {second.version}"])
        if not held:
            if not _is_silent(text):
                await means.told(Stage.CHECKING, phrase("passages_unheld"), ())
            return Proposal()
        return Proposal(instead=_composed_of(linked, held, passages, lang))


def _leans(question: Question, lang: Language) -> bool:
    """Whether it speaks of something said before, by "they" or by beginning with "and": text that is found
    for its own words tells of others.
    """
    if not question.history:
        return False
    tokens = tokenise(question.text)
    words = [token.folded for token in tokens]
    if any(" ".join(words[:size]) in lang.phrases("follow_up.going_on") for size in (1, 2, 3)):
        return True
    pronouns = lang.phrases("follow_up.persons") | lang.phrases("follow_up.any")
    return any(token.folded in pronouns and token.text.islower() for token in tokens)  # "Sie" is who is asked


def _answer_of(linked: LinkedQuestion, found: Sequence[Extract], lang: Language) -> Answer:
    """The sentences as they stand, each with the number of its source."""
    sources: dict[tuple[str, Place], PassageEvidence] = {}
    told = []
    for extract in found:
        place = (extract.passage.sha256, extract.place)
        rests = _evidence(extract.passage, extract.place, extract.text, extract.share, lang)
        sources.setdefault(place, rests)
        told.append(f"{extract.text} [{list(sources).index(place) + 1}]")
    share = found[0].share
    return Answer(
        question=linked.question,
        outcome=Outcome.ANSWERED,
        text=" ".join(told),
        confidence=Confidence(
            value=round(SUREST * min(share, 1.0), 4),
            reason=words(lang.code).say("why_passages", share=f"{min(share, 1.0):.0%}"),
        ),
        evidence=tuple(sources.values()),
        strategy=NAME,
    )


def _composed_of(
    linked: LinkedQuestion, held: Sequence[Cited], passages: Sequence[Passage], lang: Language
) -> Answer:
    """The sentences that are borne out, their sources numbered in the order in which they come."""
    order = list(dict.fromkeys(number for s in held for number in s.passages))
    told = [f"{s.text} {''.join(f'[{order.index(n) + 1}]' for n in s.passages)}" for s in held]
    cited_ones = [passages[number - 1] for number in order]
    return Answer(
        question=linked.question,
        outcome=Outcome.ANSWERED,
        text=" ".join(told),
        confidence=Confidence(value=COMPOSED, reason=words(lang.code).say("why_composed")),
        evidence=tuple(_evidence(p, p.blocks[0].place, p.text, COMPOSED, lang) for p in cited_ones),
        strategy=NAME,
    )


def _evidence(passage: Passage, place: Place, text: str, score: float, lang: Language) -> PassageEvidence:
    return PassageEvidence(
        source=passage.document,
        text=text,
        score=round(min(score, 1.0), 4),
        place=_placed(place, lang),
        sha256=passage.sha256,
    )


def _placed(place: Place, lang: Language) -> str:
    """“page 3, Notice, paragraph 2”."""
    say = words(lang.code).say
    parts = [say("place_page", page=place.page)] if place.page else []
    parts += [on_one_line(place.heading)[:HEADING]] if place.heading else []
    parts += [say("place_paragraph", paragraph=place.paragraph)] if place.paragraph else []
    return ", ".join(parts)


def _named(passage: Passage, place: Place, lang: Language) -> str:
    return ", ".join(filter(None, (on_one_line(passage.document), _placed(place, lang))))


def _is_silent(text: str) -> bool:
    return SILENT in text.upper()


def _fitting(hits: Sequence[Hit]) -> Sequence[Hit]:
    """The first of them, as far as a model is told so much at once."""
    room = ROOM
    for number, hit in enumerate(hits[:MOST]):
        room -= len(hit.passage.told)
        if room < 0:
            return hits[: max(number, 1)]
    return hits[:MOST]


async def _said(model: LanguageModel, text: str) -> str:
    async with asyncio.timeout(SECONDS):
        return (await model.complete([("user", text)], most=REPLY)).text


def _told(hits: Sequence[Hit], first: int, lang: Language) -> str:
    """The passages with their numbers, each in a fence that its text cannot end; above each text what links
    it to the question.
    """
    return "\n".join(
        f"[{number}] {_named(hit.passage, hit.passage.blocks[0].place, lang)}\n"
        + fenced("\n".join((*map(on_one_line, hit.paths), hit.passage.told)))
        for number, hit in enumerate(hits, first)
    )
