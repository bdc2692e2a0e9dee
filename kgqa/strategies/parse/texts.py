"""What a question says of texts: "name starts with A", "'nord' in their name", "a first name of 'Ada'".

In: the words of a question. Out: cues, each with the text that is meant. Case does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kgqa.language import Language, everywhere
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.types import LinkedQuestion, TermKind

Quoted = tuple[tuple[int, int, str], ...]

_OPERATORS = ("starts", "ends", "contains")
_LONGEST = 3  # words of what leads to a text: "in ihrem", "beginning with"
_NAMED = 3  # words of what has a text: "in their job title"
_UNLIKE = ("fuzzy", "semantic")  # how a name is met that is written otherwise
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


def quoted_values(quoted: Quoted, tokens: Sequence[Token], linked: LinkedQuestion) -> Iterator[Found]:
    """What is quoted and names nothing in the graph: "a first name of 'Ada'" where nobody is called so."""
    known = [n for n in linked.links if any(m.how not in _UNLIKE for m in n.matches)]
    for first, last, text in quoted:
        if not any(n.start < tokens[last].end and tokens[first].start < n.end for n in known):
            yield Found(cue=Cue.TEXT, first=first, last=last, operator="=", text=text)


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
        self.texts = {  # where what has a text ends; "products" may also be called by a number of theirs
            n.end
            for n in linked.links
            for m in n.matches
            if n.matches[0].kind is not TermKind.CLASS
            if m.kind is TermKind.PROPERTY and schema.is_data(m.iri)
            if not (schema.is_numeric(m.iri) or schema.is_temporal(m.iri))
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
