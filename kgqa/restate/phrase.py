"""The things that a query asks for, with all that it says of them, as the parts of a first sentence.

In: what makes a fresh Telling of the query, a node. Out: "suppliers that are certified to ISO 9001", the same
of one, "are certified to ISO 9001", "the supplier with the highest rating".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property

from kgqa.restate.clauses import Clause, with_clauses
from kgqa.restate.lists import beside, listed
from kgqa.restate.ordering import best, requirements
from kgqa.restate.sentence import compared, completed
from kgqa.restate.telling import Telling
from kgqa.restate.ways import chain
from kgqa.sparql.model import Iri, Node, OneOfList, Var

_THAT = "that "
_NOTATION = re.compile(r"[\[\]…]|(?:^| )\([a-zäöüß]")  # "(arbeitet in …)": to be read, not to be said
FEW = 0.9  # of such things; what fewer have is not said of all in passing
LONGEST = 24  # words: what is longer is left to the restatement


class Phrase:
    """Each part is said by a speaker of its own, since a speaker says everything once."""

    def __init__(self, told: Callable[[], Telling], node: Node) -> None:
        self._fresh, self._node = told, node

    def _told(self) -> Telling:
        telling = self._fresh()
        if telling.root is not None:
            beside(telling, telling.root)
            telling.speaker.elsewhere -= self._had_by_few
        return telling

    @cached_property
    def _had_by_few(self) -> frozenset[str]:
        """The columns of values that by no means all such things have: to be shown is to have one."""
        telling = self._fresh()
        return frozenset(_lacking(telling, telling.root)) if telling.root is not None else frozenset()

    @cached_property
    def whole(self) -> bool:
        """Whether the words for the things are all that the query asks of them."""
        telling = self._told()
        text = telling.speaker.things(self._node) if telling.aggregated else listed(telling)
        whole = completed(telling, text) == text and not telling.speaker.left_over()
        return whole and not telling.scene.limited and len(self.many.split()) <= LONGEST

    @cached_property
    def is_plain(self) -> bool:
        """Whether the query says nothing of them but their order."""
        return self.many == self.nouns and not self._told().select.having

    @cached_property
    def required(self) -> str:
        """What must hold of what is worked out for each of them, where the query asks nothing else."""
        telling = self._told()
        scene = telling.scene
        more = (
            scene.conditions,
            scene.others,
            scene.unions,
            scene.negations,
            scene.apart,
            scene.picked,
            scene.given,
        )
        named = any(isinstance(n, Iri) for e in scene.edges for n in (e.subject, e.object))
        if any(more) or named or scene.further or telling.select.limit is not None:
            return ""
        telling.speaker.head(self._node)
        return telling.words.all_of(requirements(telling))

    @cached_property
    def compared(self) -> str:
        """What must hold of their values, where the words for them say all else that the query asks."""
        telling = self._told()
        if telling.aggregated:
            telling.speaker.things(self._node)
        else:
            listed(telling)
        telling.near = None  # whose they are is plain
        said = telling.words.all_of(compared(telling))
        is_all = not telling.speaker.left_over() and not telling.scene.limited and not telling.select.having
        is_short = len(self.many.split()) + len(said.split()) <= LONGEST
        return said if is_all and is_short and telling.select.limit is None else ""

    @cached_property
    def is_speech(self) -> bool:
        """Whether the words can be said aloud: a language without inflection writes some in brackets."""
        return bool(self.does) or not _NOTATION.search(self.many)

    @cached_property
    def many(self) -> str:
        return self._told().speaker.things(self._node)

    @cached_property
    def one(self) -> str:
        telling = self._told()
        noun, clauses = telling.speaker.told(self._node)
        return with_clauses(telling.words, noun, clauses)

    @cached_property
    def the_one(self) -> str:
        return self._told().speaker.things(self._node, plural=False, the=True)

    @cached_property
    def nouns(self) -> str:
        """What they are called, and nothing more."""
        telling = self._told()
        telling.speaker.head(self._node)
        return telling.speaker.nouns_of(self._node)

    @cached_property
    def owner(self) -> str:
        """What they are values of: "rain gauges"; "" for things of their own."""
        telling = self._told()
        owner = telling.speaker.head(self._node)[1]
        return "" if owner is None else telling.speaker.things(owner)

    @cached_property
    def _clauses(self) -> list[Clause]:
        telling = self._told()
        telling.speaker.head(self._node)
        return telling.speaker.clauses(self._node, plural=True)

    @cached_property
    def does(self) -> str:
        """What they do, as a main clause has it: "work in Assembly"; "" where it takes a relative one."""
        if len(self._clauses) != 1 or self.owner:
            return ""
        (clause,), main = self._clauses, self._told().words.table["opening"]["main"]
        return clause.does or (clause.text.removeprefix(_THAT) if re.match(main, clause.text) else "")

    @cached_property
    def is_ranked(self) -> bool:
        """Whether the query takes the first of an order."""
        select = self._fresh().select
        return len(select.order_by) == 1 and select.limit is not None and not select.offset

    def first(self, value: str) -> str:
        """The first of an order: "the product with the highest weight is Meridian Airfield"."""
        telling = self._told()
        words, ranked = telling.words, best(telling, telling.select.order_by[0]) or ""
        if not self.owner and (names := self._named(telling)):
            return words.say("opening", "of_named", names=words.all_of(names), best=ranked, value=value)
        if not self.owner and self._clauses and any(c.place != "direct" for c in self._clauses):
            those = with_clauses(words, words.say("nouns", "those"), self._clauses)
            told = {"thing": self._noun, "things": self.many, "those": those, "best": ranked, "value": value}
            return words.say("opening", "of_those", **told)
        return words.say("opening", "is", subject=self.picked(1), value=value)

    @cached_property
    def _noun(self) -> str:
        return self._told().speaker.head(self._node)[0]

    def picked(self, count: int) -> str:
        """With their rank: "the three products with the highest weight"."""
        telling = self._told()
        words, key = telling.words, telling.select.order_by[0]
        ranked = best(telling, key) or ""
        if self.owner and telling.unfolded(key.value) == self._node:
            return words.say("nouns", "of", noun=ranked, owner=self.owner)
        return words.say(
            "picked",
            "one" if count == 1 else "some",
            thing=self.one,
            things=words.picked_nouns(self.many),
            best=ranked,
            count=words.amount(count),
        )

    def _named(self, telling: Telling) -> list[str]:
        """The names of the few things that the query chooses from, and that is all it says of them."""
        if not isinstance(self._node, Var) or len(self._clauses) != 1:
            return []
        match telling.scene.conditions.get(self._node.name):
            case [OneOfList(_, items, negated=False)]:
                named = [telling.names.constant(item) for item in items if isinstance(item, Iri)]
                return named if len(named) == len(items) else []
        return []

    def value(self, name: str, *, plural: bool) -> str:
        """The noun of a value of theirs: "responsible person"."""
        telling = self._told()
        way = chain(telling.names.edges(), self._node, Var(name))
        noun = telling.speaker.chain_noun(way, first="") if way else ""
        return telling.words.nouns(noun) if plural and noun else noun


def _lacking(telling: Telling, about: Node) -> Iterator[str]:
    """The variables of what by no means all such things have, by what the data shows."""
    ontology, types = telling.ontology, telling.scene.types.get(about, ())
    kinds = {below for classes in types for cls in classes for below in ontology.subclasses(cls)}
    for edge in telling.scene.edges:
        if edge.subject == about and isinstance(edge.object, Var):
            uses = [u for iri in edge.iris for u in ontology.uses_of(iri) if not kinds or u.subject in kinds]
            things = sum(ontology.instances(u.subject) for u in uses)
            if sum(u.subjects for u in uses) < FEW * things:
                yield edge.object.name
