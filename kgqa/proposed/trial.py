"""Proposals -> what each changes in the answers, measured without a model.

In: a kit and proposals. Out: each proposal with its evidence. The questions that the model wrote are asked
with names and without them, and the rows held against those of its own, checked queries; and names are put in
the place of what they stand for in questions that are answered right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from rapidfuzz import fuzz

from kgqa.check import check
from kgqa.definitions.definition import Definitions
from kgqa.errors import OperatorsMove
from kgqa.fence import on_one_line
from kgqa.forms.write import write
from kgqa.language import guess, language
from kgqa.linking.index import TermIndex
from kgqa.linking.lexicon import Lexicon, Record, entries
from kgqa.linking.link import link
from kgqa.linking.tokens import folded_words
from kgqa.ontology import RDFS, SKOS
from kgqa.pipeline import Kit, Pipeline
from kgqa.prepare import STRATEGIES, definitions_on
from kgqa.proposed.collisions import without_collisions
from kgqa.proposed.proposal import Advice, Asked, Counts, Judged, Meaning, Name, Proposals, Review
from kgqa.proposed.rewording import NONSENSE, Place, places
from kgqa.restate.english import is_plural, plural
from kgqa.rows import is_empty, tell_alike
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.sparql.model import Iri
from kgqa.sparql.walk import triples
from kgqa.strategies.agent.start import Known as KnownGraph
from kgqa.strategies.kinds import with_kinds
from kgqa.types import CheckedQuery, Outcome, Question, ResultTable, Stage, Term

REWORDED = 2  # questions in which a name is put in the place of what it stands for
SHOWN = 3  # values that evidence shows
_ROUNDS = 3  # in which names that do harm are taken out
_QUOTED, _VALUE = 90, 40  # characters of a question and of a value in evidence
_ALIKE = 75.0  # percent from which a word may be taken for another

Told = Callable[[str, int, int], None]  # what is being tried, how much of it is done, of how many
Names = tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A question whose answer is known."""

    text: str
    language: str
    table: ResultTable


@dataclass
class Trial:
    """Asks one graph, with names beside its own. `kit` has no model and no library."""

    kit: Kit
    asked_at: datetime
    told: Told = lambda *_: None
    _answers: dict[tuple[str, frozenset[Name]], ResultTable | None] = field(default_factory=dict)

    @cached_property
    def graph(self) -> KnownGraph:
        """The card of the graph."""
        return KnownGraph(self.kit.parts)

    async def review(self, proposals: Proposals) -> Review:
        """All proposals with their evidence. Raises OperatorsMove."""
        questions = [await self._checked(asked) for asked in proposals.questions]
        known = [k for _, k in questions if isinstance(k, Known)]
        free, judged = without_collisions(proposals.names, self.kit.index, self.kit.ontology)
        names = await self._names(free, known)
        good = tuple(j.proposal for j in names if j.advice is Advice.TAKE)
        meanings = await self._meanings(proposals.meanings, good)
        return Review(
            names=_in_order((*names, *judged), proposals.names),
            meanings=meanings,
            questions=tuple([await self._pair(asked, found, good) for asked, found in questions]),
            before=await self._counts(known, ()),
            after=await self._counts(known, good),
            notices=proposals.notices,
        )

    # ── questions ────────────────────────────────────────────────────────────────────────────────

    async def _checked(self, asked: Asked) -> tuple[Asked, Known | str]:
        """A question with its rows, or why its query cannot be used."""
        parsed = parse(asked.sparql, self.kit.ontology.prefixes)
        if isinstance(parsed, ParsedQuery):  # a class stands for all its kinds, as the model was told
            kinds = with_kinds(parsed, self.kit.ontology)
            asked = replace(asked, sparql=spelled(kinds, self.kit.ontology.prefixes))
        verdict = check(asked.sparql, self.kit.ontology, self.kit.conditions)
        if not isinstance(verdict, CheckedQuery):
            return asked, f"its query is refused: {verdict[0].message}"
        try:
            table = await self.kit.graph.run(verdict, self.kit.limits)
        except OperatorsMove as error:
            return asked, f"its query could not be run: {error}"
        code = asked.language or guess(asked.question).code
        asked = replace(asked, sparql=verdict.text, language=code)
        if is_empty(table):
            return asked, "its query finds nothing"
        return asked, Known(asked.question, code, table)

    async def _pair(self, asked: Asked, found: Known | str, names: Names) -> Judged[Asked]:
        """A question with its query, for the library."""
        if isinstance(found, str):
            return Judged(asked, Advice.LEAVE, found)
        rows = self._rows(found.table)
        if self._names_by_text(asked.sparql):
            why = f"{rows}; its query names a thing by a text, and serves no other thing: give the address"
            return Judged(asked, Advice.LOOK, why)
        answer = await self._answer(found, names)
        if answer is None:
            return Judged(asked, Advice.TAKE, f"{rows}; without the query it is not answered")
        if tell_alike(answer, found.table):
            return Judged(asked, Advice.TAKE, f"{rows}; answered alike without the query")
        return Judged(asked, Advice.TAKE, f"{rows}; without the query it is answered by {self._rows(answer)}")

    def _names_by_text(self, sparql: str) -> bool:
        """Whether a query looks for a thing by what it is called."""
        query = parse(sparql, self.kit.ontology.prefixes)
        naming = {*self.kit.naming.all, *self.kit.naming.in_parts, RDFS + "label", SKOS + "prefLabel"}
        return isinstance(query, ParsedQuery) and any(
            isinstance(t.predicate, Iri) and t.predicate.value in naming for t in triples(query)
        )

    async def _counts(self, known: Sequence[Known], names: Names) -> Counts:
        found = Counter([await self.verdict(k, names) for k in known])
        return Counts(right=found["right"], wrong=found["wrong"], left=found["left"])

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    async def _names(self, names: Names, known: Sequence[Known]) -> tuple[Judged[Name], ...]:
        said = {k: tuple(n for n in names if _is_in(n, k)) for k in known}
        before = {k: await self.verdict(k, ()) for k in known}
        harm = await self._harm(names, known, before)
        kept = tuple(n for n in names if n not in harm)
        helped = await self._help(kept, known, said, before)
        others = tuple(n for n in kept if n not in helped)
        rewordings = Rewordings(self, others, [k for k in known if before[k] == "right"])
        await rewordings.look()
        judged = []
        for number, name in enumerate(kept):
            self.told("trying the names", number, len(kept))
            if name in helped:
                count = len(helped[name])
                of = f"{count} question{'s' if count > 1 else ''}"
                judged.append(
                    Judged(name, Advice.TAKE, f"needed for {of}, such as {_quoted(helped[name][0])}")
                )
            else:
                judged.append(await rewordings.judged(name))
        # what did no harm among all may do some among those that are left
        taken = tuple(j.proposal for j in judged if j.advice is Advice.TAKE)
        harm |= await self._harm(taken, known, before)
        return (
            *(Judged(name, Advice.LEAVE, why) for name, why in harm.items()),
            *(j for j in judged if j.proposal not in harm),
        )

    async def _harm(
        self, names: Names, known: Sequence[Known], before: Mapping[Known, str]
    ) -> dict[Name, str]:
        """The names that make an answer wrong, with the question."""
        harm: dict[Name, str] = {}
        for _ in range(_ROUNDS):
            kept = tuple(n for n in names if n not in harm)
            found: dict[Name, str] = {}
            for number, k in enumerate(known):
                self.told("asking the questions", number, len(known))
                after = await self.verdict(k, kept)
                if after == "right" or after == before[k] or (before[k], after) == ("wrong", "left"):
                    continue
                suspects = [n for n in kept if _touches(n, k)]
                guilty = [
                    n
                    for n in suspects
                    if await self.verdict(k, tuple(o for o in kept if o != n)) in ("right", before[k])
                ]
                was = {"right": "was answered right", "left": "was left open", "wrong": "was answered"}
                now = "wrong" if after == "wrong" else "not at all"
                for n in guilty or [n for n in suspects if _is_in(n, k)]:
                    found.setdefault(n, f"{_quoted(k)} {was[before[k]]}, and is answered {now} with it")
            if not found:
                break
            harm |= found
        return harm

    async def _help(
        self, names: Names, known: Sequence[Known], said: Mapping[Known, Names], before: Mapping[Known, str]
    ) -> dict[Name, list[Known]]:
        """The names without which a question is not answered right, with these questions."""
        helped: defaultdict[Name, list[Known]] = defaultdict(list)
        for k in known:
            if before[k] == "right" or await self.verdict(k, names) != "right":
                continue
            for name in said[k]:
                if name in names and await self.verdict(k, tuple(n for n in names if n != name)) != "right":
                    helped[name].append(k)
        return helped

    # ── definitions ──────────────────────────────────────────────────────────────────────────────

    async def _meanings(self, meanings: Sequence[Meaning], names: Names) -> tuple[Judged[Meaning], ...]:
        """Definitions, each read on its own and held against the query that the model wrote for it."""
        kit, index = self.kit, self._index(names)
        judged = []
        for meaning in meanings:
            read = definitions_on(kit.ontology, kit.naming, index, (meaning.definition,))
            judged.append(Judged(meaning, *await self._means(meaning, read)))
        return tuple(judged)

    async def _means(self, meaning: Meaning, read: Definitions) -> tuple[Advice, str]:
        name = meaning.definition.name
        if name not in read.terms:
            return Advice.LEAVE, read.problems.get(name, "cannot be read")
        _, wanted = await self._checked(Asked(question=name, language="", sparql=meaning.sparql))
        if isinstance(wanted, str):
            return Advice.LEAVE, wanted
        form = write(read.terms[name].form, self.kit.ontology)
        _, found = await self._checked(Asked(question=name, language="", sparql=form))
        if isinstance(found, str):
            return Advice.LEAVE, f"read on this graph, {found}"
        if not tell_alike(found.table, wanted.table):
            return (
                Advice.LEAVE,
                f"is read as {self._rows(found.table)}; the model's query has {self._rows(wanted.table)}",
            )
        return Advice.TAKE, f"read as it is meant: {self._rows(found.table)}"

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────

    def _rows(self, table: ResultTable) -> str:
        """A result in a few words."""
        if table.boolean is not None:
            return "yes" if table.boolean else "no"
        values = [self._shown(row[0]) for row in table.rows[:SHOWN] if row and row[0]]
        if not values:
            return "no rows"
        if len(table.rows) == 1:
            return f"1 row: {values[0]}"
        more = ", …" if len(table.rows) > SHOWN else ""
        return f"{len(table.rows):,} rows: {', '.join(values)}{more}"

    def _shown(self, term: Term) -> str:
        text = on_one_line(self.graph.cut.told.label(term.value) if term.kind == "iri" else term.value)
        return text if len(text) <= _VALUE else f"{text[: _VALUE - 1]}…"

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    async def used(self, place: Place) -> ResultTable | None:
        """The rows of a question of our own, where it is answered by the term that it names."""
        question = Question(text=place.text, asked_at=self.asked_at, language=place.language)
        answer = await Pipeline(self.kit).answer(question, _quiet)
        if answer.outcome is not Outcome.ANSWERED or answer.query is None:
            return None
        return answer.table if any(part in answer.query.canonical for part in place.uses) else None

    async def verdict(self, known: Known, names: Names) -> str:
        """Whether a question is answered "right", "wrong" or "left" open with these names."""
        answer = await self._answer(known, names)
        if answer is None:
            return "left"
        return "right" if tell_alike(answer, known.table) else "wrong"

    async def _answer(self, known: Known, names: Names) -> ResultTable | None:
        """The rows with which a question is answered; None where it is left open. A name changes nothing in a
        question that has none of its words.
        """
        said = frozenset(n for n in names if _touches(n, known))
        at = (known.text, said)
        if at not in self._answers:
            question = Question(text=known.text, asked_at=self.asked_at, language=known.language)
            answer = await Pipeline(self._with(said)).answer(question, _quiet)
            given = answer.outcome in (Outcome.ANSWERED, Outcome.NOTHING_FOUND)
            self._answers[at] = answer.table if given else None
        return self._answers[at]

    def _with(self, names: frozenset[Name]) -> Kit:
        """The kit in which these names are known."""
        if not names:
            return self.kit
        index = self._index(names)
        parts = replace(self.kit.parts, index=index)
        return replace(
            self.kit, index=index, strategies=tuple(STRATEGIES[s.name](parts) for s in self.kit.strategies)
        )

    def _index(self, names: Iterable[Name]) -> TermIndex:
        return self.kit.index.with_names(entries(lexicon_of(names), self.kit.ontology))


class Rewordings:
    """Puts names in the place of what they stand for, in questions that are answered by it."""

    def __init__(self, trial: Trial, names: Names, known: Sequence[Known]) -> None:
        """`known` are questions that are answered right."""
        self._trial, self._known = trial, known
        self._wanted = frozenset(name.term for name in names)
        self._languages = tuple(dict.fromkeys(name.language for name in names))
        self._places: defaultdict[tuple[tuple[str, str], str], list[tuple[Place, Known]]] = defaultdict(list)

    async def judged(self, name: Name) -> Judged[Name]:
        """What comes of a name that no question needs."""
        passed = ""
        for place, known in self._places.get((name.term, name.language), ())[:REWORDED]:
            asked = replace(known, text=place.with_name(_like(place.text[place.start : place.end], name)))
            if await self._trial.verdict(asked, (name,)) != "right":
                return Judged(name, Advice.LOOK, f"{_quoted(asked)} is not answered as it is without it")
            passed = passed or _quoted(asked)
        if passed:
            return Judged(name, Advice.TAKE, f"is understood in {passed}")
        return Judged(name, Advice.LOOK, "no question was there to try it on")

    async def look(self) -> None:
        """Finds the questions. A phrase without which they are answered alike tells nothing."""
        made = [*self._said(), *places(self._trial.graph, self._languages, self._wanted)]
        for number, place in enumerate(made):
            self._trial.told("looking for questions", number, len(made))
            at = self._places[place.term, place.language]
            if len(at) >= REWORDED:
                continue
            table = await self._trial.used(place)
            if table is None or is_empty(table):
                continue
            known = Known(place.text, place.language, table)
            without = replace(known, text=place.with_name(NONSENSE[place.language]))
            if await self._trial.verdict(without, ()) != "right":
                at.append((place, known))

    def _said(self) -> Iterator[Place]:
        """Where the questions of the model name a term."""
        kit = self._trial.kit
        for known in self._known:
            lang = language(known.language)
            asked = Question(text=known.text, asked_at=self._trial.asked_at, language=lang.code)
            for each in link(asked, kit.index, lang, kit.ontology).links:
                best = each.matches[0]
                term = best.iri, best.value or ""
                if best.how in ("exact", "alternative", "inflected") and term in self._wanted:
                    uses = (best.value or best.iri,)
                    yield Place(known.text, each.start, each.end, lang.code, term, uses)


# ── words ────────────────────────────────────────────────────────────────────────────────────────


async def _quiet(_: Stage, __: str = "") -> None:
    return None


def lexicon_of(names: Iterable[Name], called: str = "") -> Lexicon:
    """Names as a lexicon has them, a record a term."""
    forms: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    terms: dict[tuple[str, str], Name] = {}
    for name in names:
        terms.setdefault(name.term, name)
        forms[name.term][name.name] = None
    records = (
        Record(iri=n.iri, label=n.label, cls=n.cls, value=n.value, surface_forms=tuple(forms[term]))
        for term, n in terms.items()
    )
    return Lexicon(called, tuple(records))


def _is_in(name: Name, known: Known) -> bool:
    """Whether a question says a name, in whatever form."""
    lang = language(known.language)
    said = [lang.stem(word) for word in folded_words(known.text)]
    words = [lang.stem(word) for word in folded_words(name.name)]
    return any(said[n : n + len(words)] == words for n in range(len(said) - len(words) + 1))


def _touches(name: Name, known: Known) -> bool:
    """Whether a question has a word that is much like one of a name."""
    said = folded_words(known.text)
    return any(fuzz.ratio(word, other) >= _ALIKE for word in folded_words(name.name) for other in said)


def _like(said: str, name: Name) -> str:
    """A name in the number of what it stands for."""
    return plural(name.name) if name.language == "en" and is_plural(said) else name.name


def _quoted(known: Known) -> str:
    text = known.text if len(known.text) <= _QUOTED else f"{known.text[: _QUOTED - 1]}…"
    return f"“{text}”"


def _in_order(judged: Iterable[Judged[Name]], names: Sequence[Name]) -> tuple[Judged[Name], ...]:
    """As the model named them: term by term."""
    places = {name: number for number, name in enumerate(names)}
    return tuple(sorted(judged, key=lambda j: places[j.proposal]))
