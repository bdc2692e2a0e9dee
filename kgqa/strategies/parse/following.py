"""Questions that go on from an earlier one: "how many are those?", "only the managers", "and in Norway?".

In: a question with its thread. Out: entries for the words that stand for what was answered, and for the
earlier question itself, which stands before the first word of a fragment. What an earlier question was about
is the Set of its form, which the rules join with other sets. `Again` is an earlier form with parts exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.forms.form import Thing
from kgqa.language import Language, fold
from kgqa.language.operations import places
from kgqa.linking.pronouns import points_back, stands_alone
from kgqa.linking.tokens import Token
from kgqa.restate.english import plural
from kgqa.schema import Schema
from kgqa.strategies.parse.besides import asks_which
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.earlier import Earlier, classes_of, turns_of
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import Again, End, Operator, Set, Sorted
from kgqa.types import Link, LinkedQuestion, TermKind
from kgqa.wording import words

TAKEN_UP = 0.3  # what each step back costs
BEFORE = -1  # the place before the first word, where a fragment has what it goes on from
ASKING = (Cue.ASK, Cue.WHO, Cue.WHERE, Cue.WHEN, Cue.COUNT, Cue.AMOUNT, Cue.YES_NO)
PAGES = frozenset(("top", "first", "next", "rest", "all", "reverse"))
CHANGES = PAGES | {"sort", "ascending", "descending", "drop", "every"}
WEAK = frozenset(("top", "first", "all", "every"))  # words that a question of its own may have
SENTENCE = 4  # so many words may be a sentence
_PAGING = 6  # words that ask for other rows
_LEAD = 4  # words of a phrase that leads to a fragment


@dataclass(frozen=True)
class Following:
    """What one question goes on from."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    schema: Schema
    lang: Language

    @cached_property
    def turns(self) -> tuple[Earlier, ...]:
        return turns_of(self.linked.question, self.schema)

    # ── the words that go on ─────────────────────────────────────────────────────────────────────

    @cached_property
    def _words(self) -> list[str]:
        return [t.folded for t in self.tokens]

    @cached_property
    def lead(self) -> int:
        """How many words lead to what goes on: "and", "what about", "but only"."""
        return max((last + 1 for _, last in self._leading), default=0)

    @cached_property
    def _leading(self) -> list[tuple[str, int]]:
        edits, leads = self.lang.table("edit"), self.lang.phrases("follow_up.starts")
        leads |= {phrase for phrase, edit in edits.items() if edit in ("only", "also")}
        several = self.lang.phrases("follow_up.several")
        found: list[tuple[str, int]] = []
        at = 0
        while at < len(self._words):
            phrases = (" ".join(self._words[at : at + size]) for size in range(_LEAD, 0, -1))
            said = next((p for p in phrases if p in leads and not several & set(p.split())), "")
            if not said:
                break
            at += said.count(" ") + 1
            found.append((said, at - 1))
        return found

    @cached_property
    def narrows(self) -> bool:
        """“only …": what follows is a further condition."""
        return any(self.lang.table("edit").get(said) == "only" for said, _ in self._leading)

    @cached_property
    def adds(self) -> bool:
        """“also …": what follows stands beside what was asked."""
        return any(self.lang.table("edit").get(said) == "also" for said, _ in self._leading)

    @cached_property
    def several(self) -> tuple[int, ...]:
        """The words that stand for all that was answered: "those", "them"."""
        return tuple(i for i in range(len(self._words)) if self.turns and self._is_for_several(i))

    @cached_property
    def dangles(self) -> bool:
        """Whether a word stands for something that was said, and nothing is known that it may mean: "what are
        they worth", at first.
        """
        known = {*self._behind, *self.several, *self.single}
        if self._words and self._words[-1] in self.lang.phrases("follow_up.alone"):
            known.add(len(self._words) - 1)  # "how many is that?" goes on from what was listed
        dangling = sorted(self.lang.phrases("follow_up.dangling"))
        edits = self.lang.table("edit")  # "…, only those in Norway" are some of what the question speaks of
        found = (
            p for p in places(self._words, dangling) if not (p.start > 1 and self._words[p.start] in edits)
        )
        said = (p.stop - 1 for p in found if p.stop - 1 not in known)
        if self.turns and self.narrows:
            return False
        kinds = [n.end for n in self._links if n.matches[0].kind is TermKind.CLASS]
        return not all(any(end <= self.tokens[i].start for end in kinds) for i in said)

    def _is_for_several(self, i: int) -> bool:
        word, lang = self._words[i], self.lang
        if i in self._behind:
            return False  # of what this question is about
        covering = [n for n in self._links if n.start <= self.tokens[i].start and self.tokens[i].end <= n.end]
        if any(len(n.text) > len(self.tokens[i].text) for n in covering):
            return False  # "that order", or a part of a name
        if not self._found_several and any(n.matches[0].how == "pinned" for n in covering):
            return False
        if word in lang.phrases("follow_up.alone") and i and stands_alone(self.tokens, i, lang):
            return self._found_several and self.turns[0].about is not None
        names = lang.phrases("follow_up.several") - lang.phrases("follow_up.articles")
        return word in names and not self._is_said_here(i)

    @cached_property
    def _behind(self) -> frozenset[int]:
        """“Which ones?" behind the question."""
        return asks_which(self._words, self.lang)

    def _is_said_here(self, i: int) -> bool:
        """Whether a pronoun may stand for what the question names itself: "customers and their orders"."""
        is_free = self._words[i] in self.lang.phrases("follow_up.any")
        before = (n for n in self._links if n.end <= self.tokens[i].start)
        nouns = (n for n in before if self._getting.isdisjoint(map(self.lang.lemma, n.text.split())))
        return is_free and any(n.matches[0].kind is TermKind.CLASS for n in nouns)

    @cached_property
    def _getting(self) -> frozenset[str]:
        """The verbs that may be a supplier's: "who do we buy them from"."""
        return self.lang.phrases("getting")

    @cached_property
    def _links(self) -> tuple[Link, ...]:
        last = self.lang.phrases("follow_up.last")  # part of a "last name", and what chooses
        return tuple(
            n
            for n in self.linked.links
            if n.matches and not (fold(n.text) in last and n.matches[0].how == "partial")
        )

    @cached_property
    def single(self) -> tuple[int, ...]:
        """The words that stand for one thing that was said before: "her", "that order"."""
        return tuple(
            i
            for n in self._links
            if n.matches[0].how == "pinned" and points_back(n.text, self.lang)
            for i, t in enumerate(self.tokens)
            if n.start <= t.start and t.end <= n.end and i not in self.several and not self._is_said_here(i)
        )

    @property
    def _found_several(self) -> bool:
        return len(self.turns[0].things) != 1

    @cached_property
    def apart(self) -> LinkedQuestion:
        """The question without one thing for a word that stands for several."""
        starts = {self.tokens[i].start for i in self.several}
        links = tuple(
            n
            for n in self.linked.links
            if n.start not in starts or not any(m.how == "pinned" for m in n.matches)
        )
        if self.narrows and len(links) == 1 and links[0].matches[:1]:  # "just the managers": of that kind
            kinds = tuple(m for m in links[0].matches if m.kind is TermKind.CLASS)
            is_noun = links[0].matches[0].kind is TermKind.CLASS
            links = (replace(links[0], matches=kinds),) if is_noun else links
        return replace(self.linked, links=links)

    @cached_property
    def excludes(self) -> bool:
        """“not those in …": what follows is taken away."""
        return bool(self._words) and self._words[0] in self.lang.phrases("negation") and 1 in self.several

    @cached_property
    def instead(self) -> frozenset[int]:
        """Words that only say that something is exchanged: "by country instead"."""
        return self._saying("instead")

    @cached_property
    def marks(self) -> frozenset[int]:
        """Words that say how the others are meant, and nothing else: "instead", "the rating condition"."""
        return self._saying("instead", "condition")

    def _saying(self, *edits: str) -> frozenset[int]:
        table = self.lang.table("edit")
        return frozenset(i for i, word in enumerate(self._words) if table.get(word) in edits)

    @cached_property
    def changes(self) -> tuple[Entry, ...]:
        """“the next", "sorted by", "without the": what is done to the same list."""
        edits, found, at = self.lang.table("edit"), [], self.lead
        while at < len(self._words):
            ends = range(min(at + _PAGING, len(self._words)), at, -1)
            end = next((e for e in ends if " ".join(self._words[at:e]) in edits), at + 1)
            function = str(edits.get(" ".join(self._words[at:end]), ""))
            if function in CHANGES:
                said = Found(cue=Cue.EDIT, first=at, last=end - 1, function=function)
                found.append(Entry(at, end - 1, Operator(said), 0.0))
            at = end
        return tuple(found)

    def _changes(self, cues: tuple[Found, ...]) -> tuple[Entry, ...]:
        """Without words that compare: "more than 600 days" asks for no more of the list."""
        compared = {i for f in cues if f.cue is Cue.COMPARISON for i in range(f.first, f.last + 1)}
        return tuple(e for e in self.changes if e.first not in compared)

    def asks(self, cues: tuple[Found, ...]) -> bool:
        """Whether a word behind the lead asks."""
        return any(f.cue in ASKING and f.first >= self.lead for f in cues)

    def lists(self, cues: tuple[Found, ...]) -> bool:
        """Whether a word behind the lead asks which things it is: "which ones?"."""
        return any(f.cue in (Cue.ASK, Cue.WHO) and f.first >= self.lead for f in cues)

    def asks_of_others(self, meaning: Set, cues: tuple[Found, ...], *, passes_over: bool) -> bool:
        """Whether a question that says something of what was answered, "who do they report to", is read as
        one for that itself, as "which of them report to somebody" is, or `passes_over` what it says.
        """
        about = self.turns[0].about
        if about is None or meaning.focus.node != about.focus.node or meaning.also or not meaning.is_plain:
            return False
        asks = any(f.cue in (Cue.WHO, Cue.WHEN, Cue.WHERE) for f in cues) or self._asks_kind(about, cues)
        of, parts = self.lang.phrases("belonging"), self.lang.phrases("follow_up.partitive")
        is_part = any(self._words[i] in parts or (i and self._words[i - 1] in of) for i in self.several)
        return asks and not is_part and (passes_over or len(meaning.facts) > len(about.facts))

    def _asks_kind(self, about: Set, cues: tuple[Found, ...]) -> bool:
        """Whether things of another class are asked for than were answered: "which customers are they
        from".
        """
        behind = {
            self.tokens[f.last + 1].start for f in cues if f.cue is Cue.ASK and f.last + 1 < len(self.tokens)
        }
        kinds = {
            n.matches[0].iri for n in self._links if n.start in behind if n.matches[0].kind is TermKind.CLASS
        }
        return bool(kinds and about.focus.classes) and not self.schema.overlap(about.focus.classes, kinds)

    def is_fragment(self, cues: tuple[Found, ...]) -> bool:
        """Whether a question is no sentence of its own: "how many per country?", "the cheapest?", "lead
        time?".
        """
        groups = [f.last for f in cues if f.cue is Cue.GROUP and not f.function]
        starts = [t.start for t in self.tokens]
        keys = {starts[i] for last in groups for i in range(last + 1, min(last + 3, len(starts)))}
        named = [n for n in self._links if n.start not in keys]
        if not named:
            return bool(cues or self.changes)
        if self.orders(cues) or any(self._edit_of(e) not in WEAK for e in self._changes(cues)):
            return True  # "cheapest first", "sort by price"
        if self.single:
            return False
        return len(self.tokens) < SENTENCE and not self._is_whole(named, cues)

    def _is_whole(self, named: list[Link], cues: tuple[Found, ...]) -> bool:
        """Whether names ask for something by themselves: "customers in Norway", "list the customers"."""
        kinds = [n.matches[0].kind for n in named]
        if TermKind.CLASS in kinds:
            asks = any(f.cue in (Cue.ASK, Cue.COUNT, Cue.WHO) for f in cues)
            return len(kinds) > 1 or asks or any(self._edit_of(e) == "all" for e in self.changes)
        is_card = all(f.optional for f in self.turns[0].form.facts)  # a name behind a card asks for its own
        return TermKind.ENTITY in kinds and (TermKind.PROPERTY in kinds or is_card)

    def _is_name(self, cues: tuple[Found, ...]) -> bool:
        """Whether a thing's name is all: it stands for another thing of its kind, or for itself."""
        best = [n.matches[0] for n in self._links]
        return not (self.lead or cues) and all(m.kind is TermKind.ENTITY for m in best)

    @staticmethod
    def _edit_of(entry: Entry) -> str:
        return entry.meaning.found.function if isinstance(entry.meaning, Operator) else ""

    # ── what they stand for ──────────────────────────────────────────────────────────────────────

    def pronouns(self) -> Iterator[Entry]:
        """What was answered, at each word that stands for it."""
        for i in self.several:
            for about, dear in self.turns[0].sets():
                yield Entry(i, i, self.turns[0].held(about), dear)

    def orders(self, cues: tuple[Found, ...]) -> list[Found]:
        """The superlatives that say in which order things come: "cheapest first"."""
        leading = self.lang.phrases("leading")
        ranked = (f for f in cues if f.cue is Cue.SUPERLATIVE and f.last > f.first)
        return [f for f in ranked if self._words[f.last] in leading]

    def openings(self, cues: tuple[Found, ...]) -> Iterator[Entry]:
        """What a fragment goes on from, and the words that say what is done to it."""
        for found in self.orders(cues):
            yield Entry(found.first, found.last, Sorted(ranked=Operator(found)), 0.0)
        if not (self.adds or self._is_name(cues)):
            for about, dear in self.turns[0].sets():
                yield Entry(BEFORE, BEFORE, about, dear)
        changes = self._changes(cues)
        yield from changes
        if changes or not (self.narrows or self.excludes):
            for turn, last in enumerate(self.turns):
                yield Entry(BEFORE, BEFORE, Again(last.form, turn, self.adds), TAKEN_UP * turn)

    def more(self) -> End | None:
        """“tell me more": the one thing that was answered."""
        last = self.turns[0]
        is_about = self.lang.table("edit").get(" ".join(self._words[self.lead :])) == "about"
        if not is_about or len(last.things) != 1 or not last.form.shown:
            return None
        classes = classes_of(last.form.shown[0], last.form, self.schema)
        return End(Thing(last.things[0]), frozenset(classes))

    def resumed(self, meaning: Set, cues: tuple[Found, ...]) -> Set:
        """What goes on from the last question, asked as that was."""
        return self.turns[0].resumed(meaning, lists=self.lists(cues), narrows=self.narrows)

    # ── what is told of it ───────────────────────────────────────────────────────────────────────

    def told_several(self) -> tuple[str, ...]:
        """What the words for several were taken for."""
        last, told = self.turns[0], words(self.lang.code)
        noun = self._noun(last.about) if last.about else ""
        count = len(last.things)
        what = told.answered(count, noun) if count > 1 else told.say("answered_any", things=noun)
        return tuple(told.say("took", words=self.tokens[i].text, what=what) for i in self.several[:1])

    def told(self, turn: int = 0) -> tuple[str, ...]:
        """Which question it goes on from, or what its words for several were taken for."""
        if self.several and not turn:
            return self.told_several()
        return (words(self.lang.code).say("went_on", question=self.turns[turn].question.strip()),)

    def _noun(self, about: Set) -> str:
        """What the things are called, in the language of the question."""
        ontology, code = self.schema.ontology, self.lang.code
        said = [c for v, c in about.types if v == about.focus.node]
        classes = tuple(said or sorted(about.focus.classes))
        noun = self.schema.common(classes)
        above = (c for cls in classes for c in ontology.superclasses(cls))
        noun = next((ontology.label(c, code) for c in above if ontology.label(c) == noun), noun)
        return plural(noun) if code == "en" else noun
