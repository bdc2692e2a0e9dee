"""What a model is asked that writes a query; the words are in `kgqa/prompts/oneshot*.md`.

In: a linked question, what its words mean, the schema, the nearest verified pairs. Out: messages. Each part
has its budget, so that the whole fits a model with a context of 8,000 tokens. All that comes from the graph
or from a person stands between fences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kgqa.declared import is_datatype
from kgqa.definitions.definition import Definition, Definitions
from kgqa.fence import fenced
from kgqa.language import Language
from kgqa.library.pair import Pair
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.prompts import Prompt
from kgqa.sparql import ParsedQuery, parse
from kgqa.sparql.model import Iri, Triple, Var
from kgqa.sparql.walk import named_things, path_iris, triples
from kgqa.strategies.oneshot.mentions import Mentions
from kgqa.strategies.oneshot.sketch import Sketch, sketched
from kgqa.types import Ground, Issue, Question, TermKind, Turn
from kgqa.vocabulary import Schema, Slice, Vocabulary, Wanted, in_handles
from kgqa.vocabulary.handles import standard
from kgqa.vocabulary.told import one_line, weight

Message = tuple[str, str]

TURNS = 3  # of the conversation
_TEXT, _ISSUE, _ISSUES = 300, 200, 3
_THINGS = 5  # of the last answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """UTF-8 bytes of each part: of plain English four make a token, of other scripts at least two."""

    schema: int = 3_000  # more is the slice that the question needs
    examples: int = 4_000
    conversation: int = 1_500
    terms: int = 2_500
    patterns: int = 1_000
    definitions: int = 800
    question: int = 3_000


@dataclass(frozen=True, kw_only=True)
class Writer:
    """What prompts are made of, for one graph."""

    schema: Schema
    index: TermIndex
    definitions: Definitions
    naming: Naming
    budgets: Budgets
    closed: bool = False  # whether some of the graph is closed to the asker
    told: dict[str, str] = field(default_factory=dict)  # pairs as they are told, by their ids

    @property
    def vocabulary(self) -> Vocabulary:
        return self.schema.vocabulary

    def messages(
        self,
        system: Prompt,
        asked: Prompt,
        question: Question,
        mentions: Mentions,
        sketch: Sketch,
        pairs: Iterable[Pair],
        issues: Sequence[Issue],
        lang: Language,
    ) -> tuple[Message, ...]:
        """The instructions and the question. What is said of the thread may add placeholders."""
        budgets = self.budgets
        conversation = self.conversation(question.history, mentions)
        metrics = self.metrics(question, lang)
        text = asked.filled(
            schema=_block(self.slice(question, mentions, lang).lines, budgets.schema),
            examples=_block(self.examples(pairs, budgets.examples), budgets.examples),
            conversation=_block(conversation, budgets.conversation),
            terms=_block(mentions.lines(), budgets.terms),
            patterns=_block(sketch.lines, budgets.patterns),
            definitions=_block(
                [f'"{_line(d.name)}": {_line(d.means)}' for d in metrics], budgets.definitions
            ),
            issues=_block([_line(i.message, _ISSUE) for i in _told(issues)], budgets.definitions),
            today=question.asked_at.date().isoformat(),
            question=_block([_line(question.text, budgets.question)], budgets.question),
        )
        return ("system", system.text.strip()), ("user", text)

    def metrics(self, question: Question, lang: Language) -> list[Definition]:
        """The metrics of the question; where something is closed, those alone whose words are all known."""
        found = self.definitions.metrics_in(question.text, lang)
        return [d for d in found if not (self.closed and d.name in self.definitions.problems)]

    def sketch(self, mentions: Mentions) -> Sketch:
        """The patterns that fit what the question's words mean."""
        return sketched(mentions, self.schema.edges, self.naming)

    def slice(self, question: Question, mentions: Mentions, lang: Language) -> Slice:
        """The part of the schema that the question is about."""
        classes: dict[str, None] = {}
        properties: dict[str, None] = {}
        for mention in sorted(mentions.every, key=lambda m: -max(x.match.score for x in m.meanings)):
            for meaning in mention.meanings:
                match meaning.match.kind:
                    case TermKind.CLASS:
                        classes[meaning.match.iri] = None
                    case TermKind.ENTITY:
                        classes |= dict.fromkeys(meaning.match.classes[:1])
                        properties |= dict.fromkeys(e.property for e in meaning.match.edges)
                    case _:
                        properties[meaning.match.iri] = None
        wanted = Wanted(tuple(classes), tuple(properties), question.text, lang.code)
        return self.schema.slice(wanted, self.budgets.schema)

    # ── what was asked before ────────────────────────────────────────────────────────────────────

    def examples(self, pairs: Iterable[Pair], budget: int) -> list[str]:
        """Verified pairs as they would be asked here, the most similar first, as far as there is room."""
        found: list[str] = []
        for pair in pairs:
            if pair.id not in self.told:
                self.told[pair.id] = self.example(pair)
            text = self.told[pair.id]
            budget -= weight(text)
            if budget < 0:
                break
            found += [text] if text else []
        return found

    def example(self, pair: Pair) -> str:
        """One pair with handles and placeholders; "" where it names what is not open, or not known."""
        query = parse(pair.sparql, self.vocabulary.ontology.prefixes)
        if not isinstance(query, ParsedQuery) or not self._may_be_told(query):
            return ""
        own = Mentions(self.vocabulary, self.index)
        told = own.things_lines(self._things(query))
        written = in_handles(query, self.vocabulary, own.placed)
        return "\n".join((f"Question: {_line(pair.question, _TEXT)}", *told, written, ""))

    def conversation(self, history: Sequence[Turn], mentions: Mentions) -> list[str]:
        """The last turns, the oldest first, and what the last one answered, with placeholders."""
        lines: list[str] = []
        for turn in history[-TURNS:]:
            lines.append(f"Question: {_line(turn.question, _TEXT)}")
            query = parse(turn.sparql, self.vocabulary.ontology.prefixes) if turn.sparql else None
            if isinstance(query, ParsedQuery) and self._may_be_told(query):
                told = mentions.things_lines(self._things(query))
                lines += [*told, in_handles(query, self.vocabulary, mentions.placed)]
            else:
                lines.append(f"Answer: {_line(turn.text, _TEXT)}")
        things = history[-1].things if history else ()
        if 0 < len(things) <= _THINGS:
            told = mentions.things_lines(things)
            lines += [f"The last answer: {'; '.join(told)}"] if told else []
        return lines

    def _things(self, query: ParsedQuery) -> list[str]:
        """The things that a query names; no terms of the schema."""
        known = self.vocabulary.handles
        return [i for i in named_things(query) if i not in known and not standard(i) and not is_datatype(i)]

    def _may_be_told(self, query: ParsedQuery) -> bool:
        """Whether all that a query speaks of is known here, and open to the asker."""
        terms = [t.object.value for t in triples(query) if t.is_type and isinstance(t.object, Iri)]
        terms += [iri for t in triples(query) for iri in _properties(t)]
        known = all(iri in self.vocabulary.handles or standard(iri) for iri in terms)
        return known and not (self.closed and any(self.index.thing(i) is None for i in self._things(query)))


def _properties(triple: Triple) -> list[str]:
    return [] if isinstance(triple.predicate, Var) else [i.value for i in path_iris(triple.predicate)]


def _told(issues: Sequence[Issue]) -> list[Issue]:
    """The issues that may be told: what is forbidden may name what is closed."""
    return [i for i in issues if i.ground is not Ground.FORBIDDEN][:_ISSUES]


def _block(lines: Sequence[str], budget: int) -> str:
    """The lines between fences, as many as there is room for, the last one cut; "" for none."""
    kept: list[str] = []
    room = budget
    for line in lines:
        size = weight(line)
        if size > room:
            if not kept:
                kept.append(line.encode("utf-8", "replace")[:room].decode("utf-8", "ignore"))
            break
        kept.append(line)
        room -= size + 1
    return fenced("\n".join(kept).strip(), "text") if kept else ""


def _line(text: str, most: int = _TEXT) -> str:
    return one_line(text, most)
