"""Conditions on text: "whose name starts with A", "with 'nord' in their name", "e-mails ending in .org".

In: the words of a question; then a draft. Out: cues, each with the text that is meant; then drafts with a
filter on the property that is named beside it, or on what things are called. Case does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kgqa.language import Language, everywhere
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cued.conditions.measures import Valued, literal
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.listing.identity import called
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.form import Filter, Literal
from kgqa.strategies.interpret.schema import Schema
from kgqa.types import LinkedQuestion, TermKind

Quoted = tuple[tuple[int, int, str], ...]

_OPERATORS = ("starts", "ends", "contains")
_LONGEST = 3  # words of what leads to a text: "in ihrem", "beginning with"
_NAMED = 3  # words of what has a text: "in their job title"
_BESIDE = 3  # words between a property and what is said of its text, at most
_RUN = re.compile(r"\S+")


def texted(
    tokens: Sequence[Token],
    linked: LinkedQuestion,
    schema: Schema,
    lang: Language,
    quoted: Quoted,
    cues: Iterable[Found] = (),
) -> Iterator[Found]:
    """What the words say of texts; `cues` are those that the words give alone."""
    dated = frozenset(i for c in cues if c.cue is Cue.DATE for i in range(c.first, c.last + 1))
    finder = _Texts(tokens, linked, schema, lang, quoted, dated)
    for i in range(len(tokens)):
        yield from finder.led(i)
        yield from finder.followed(i)
        yield from finder.inside(i)


class _Texts:
    def __init__(
        self,
        tokens: Sequence[Token],
        linked: LinkedQuestion,
        schema: Schema,
        lang: Language,
        quoted: Quoted,
        dated: frozenset[int],
    ) -> None:
        self.tokens, self.lang, self.quoted, self.dated = tokens, lang, quoted, dated
        self.source = linked.question.text
        self.words = [t.folded for t in tokens]
        self.texts = {  # where what has a text ends
            n.end
            for n in linked.links
            for m in n.matches
            if m.kind is TermKind.PROPERTY and schema.is_data(m.iri) and not schema.is_numeric(m.iri)
        }

    def led(self, i: int) -> Iterator[Found]:
        """“starts with A", "ends in .org", "contains nord", "endet auf GmbH"."""
        for operator in _OPERATORS:
            start = self.phrase(i, f"text.{operator}")
            start = (self.phrase(start, "text.word") or start) if start else 0
            quotes = any(first == start for first, _, _ in self.quoted)
            if not start or (operator == "contains" and not (quotes or self.is_text(i - 1))):
                continue
            if start in self.dated and not quotes and not self.is_text(i - 1):
                continue  # "leases that end in 2026"
            if text := self.text(start):
                yield self.found(operator, i, text)

    def followed(self, i: int) -> Iterator[Found]:
        """“deren Name mit A beginnt", "deren Name nord enthält"."""
        for operator in _OPERATORS:
            end = self.phrase(i, f"text.{operator}_last")
            if not end or not i:
                continue
            for first in range(max(0, i - _LONGEST), i):
                text = self.text(first)
                if text is None or text[1] != i - 1:
                    continue
                leads = first > 0 and self.words[first - 1] in self.lang.phrases(f"text.{operator}_first")
                begin = first - 1 if leads else first
                if leads or (operator == "contains" and self.is_text(begin - 1)):
                    yield self.found(operator, begin, (text[0], end - 1))
                    break

    def inside(self, i: int) -> Iterator[Found]:
        """“nord in their name", "Radar im Namen"; what stands before it is "have", "with" or "containing"."""
        if not i or self.words[i - 1] not in self.lang.phrases("text.before"):
            return
        begin = self.phrase(i, "text.word") or i
        text = self.text(begin)
        if text is None:
            return
        end = self.phrase(text[1] + 1, "text.inside")
        if end and any(self.is_text(k) for k in range(end, min(end + _NAMED, len(self.words)))):
            is_verb = self.words[i - 1] in self.lang.phrases("text.contains")
            yield self.found("contains", i - 1 if is_verb else i, (text[0], end - 1))

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def found(self, operator: str, first: int, text: tuple[str, int]) -> Found:
        words, last = text
        return Found(
            cue=Cue.TEXT,
            first=first,
            last=last,
            operator=operator,
            text=words,
            weight=1.5 * (last - first + 1),
        )

    def text(self, i: int) -> tuple[str, int] | None:
        """The text that begins at a token, and its last token: what is quoted, a word, words in capitals."""
        if i >= len(self.tokens):
            return None
        for first, last, words in self.quoted:
            if first <= i <= last:
                return (words, last) if i == first else None
        is_last = i + 1 == len(self.tokens)
        if self.words[i] in self.lang.stop and not is_last and self.tokens[i].text.islower():
            return None
        run = next(m for m in _RUN.finditer(self.source) if m.end() >= self.tokens[i].end)
        end = run.start() + len(run.group().rstrip("?!.,;:)'\""))
        last = i
        while last + 1 < len(self.tokens) and self.tokens[last + 1].end <= end:
            last += 1
        while self.tokens[i].text[:1].isupper() and self._goes_on(last):
            last += 1
            end = self.tokens[last].end
        return self.source[run.start() : end].lstrip("('\""), last

    def _goes_on(self, last: int) -> bool:
        """Whether the next word belongs to the same name in capitals."""
        if last + 1 >= len(self.tokens) or not self.tokens[last + 1].text[:1].isupper():
            return False
        return (
            self.source[self.tokens[last].end : self.tokens[last + 1].start] == " " and self.lang.code != "de"
        )

    def is_text(self, i: int) -> bool:
        """Whether a token ends what has a text: "name", "job title"."""
        if i < 0:
            return False
        names = everywhere("naming_words")
        lemma = self.lang.lemma(self.tokens[i].text)
        return self.words[i] in names or lemma in names or self.tokens[i].end in self.texts

    def phrase(self, i: int, name: str) -> int:
        """Where a phrase of a list that begins at `i` ends; 0 where there is none."""
        phrases = self.lang.phrases(name)
        for size in range(min(_LONGEST, len(self.words) - i), 0, -1):
            if " ".join(self.words[i : i + size]) in phrases:
                return i + size
        return 0


def texts(on: Context, draft: Draft) -> list[Draft]:
    """The drafts with a filter for each condition on text."""
    drafts = [draft]
    for n, found in on.reading.cue(Cue.TEXT):
        drafts = best(
            d.changed(filters=(*d.filters, Filter(v, found.operator, (Literal(found.text),)))).use(n)
            for each in drafts
            for d, v in _valued(on, each, n)
        ) or [on.unmet(d, n) for d in drafts]
    return drafts


def _valued(on: Context, draft: Draft, n: int) -> list[Valued]:
    """The text that a condition is about: of the property beside it, else what things are called."""
    piece = on.reading.pieces[n]
    for k, prop in on.properties_near(piece.first, piece.last):
        other = on.reading.pieces[k]
        away = piece.first - other.last if k < n else other.first - piece.last
        is_chosen = k in on.reading.meanings and on.reading.meanings[k].match.iri == prop
        if 0 < away <= _BESIDE and is_chosen and on.schema.is_data(prop) and not on.schema.is_numeric(prop):
            if prop in on.reader.names and (valued := _own_name(on, draft, prop, piece.first)):
                return [(valued[0].use(k), valued[1])]
            return [(d.use(k), v) for d, v in literal(on, draft, prop, other.last)]
    for spot in _things(draft, piece.first):
        if valued := called(on, draft, spot):
            return [valued]
    return []


def _own_name(on: Context, draft: Draft, prop: str, at: int) -> Valued | None:
    """“platforms with Rack in their name": things may have their names by another property than others do."""
    thing = next(iter(_things(draft, at)), None)
    if thing is None or any(prop in on.schema.data_properties(c) for c in thing.classes):
        return None
    return called(on, draft, thing)


def _things(draft: Draft, at: int) -> list[Spot]:
    """The things that a condition may be about: the last that are named before it, then what is asked for."""
    things = [s for s in draft.spots if isinstance(s.node, str) and not s.data]
    before = sorted((s for s in things if s.named and 0 <= s.at < at), key=lambda s: -s.at)
    return [*before, *(s for s in things if s.node in draft.focus)]
