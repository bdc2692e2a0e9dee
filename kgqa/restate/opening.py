"""What a query found, in the sentence that an answer opens with.

In: a query, the ontology, labels, the rows in words. Out: "The list price of Gale 400 is 636.49 EUR.", "25
people work in Assembly.", "There are two plants: Brno Plant and Stjørdal Plant."

Nothing is said that neither the query nor a row says. Where the query asks more than the sentence has words
for, the rows are counted and nothing is said of what they have in common: the restatement does that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from kgqa.numbers import measured
from kgqa.ontology import Ontology
from kgqa.restate.asking import asked
from kgqa.restate.english import property_label, said_of_day
from kgqa.restate.found import Found
from kgqa.restate.groups import is_plain, keys_and_values
from kgqa.restate.lists import beside, listed
from kgqa.restate.ordering import best, sorted_by
from kgqa.restate.periods import period
from kgqa.restate.phrase import LONGEST, Phrase
from kgqa.restate.relations import place_of
from kgqa.restate.scene import Edge
from kgqa.restate.sentence import body, completed, owned_up
from kgqa.restate.telling import Telling
from kgqa.restate.terms import calendar_part, dates_between
from kgqa.restate.ways import forwards
from kgqa.restate.within import start
from kgqa.restate.wording import Wording, wording
from kgqa.sparql import ParsedQuery
from kgqa.sparql.model import Aggregate, Call, Compare, Iri, Lit, Node, OneOfList, Var

LETTERS = 2  # of a variable that names nothing: "?s ?p ?o"
NAMED = 5  # things that are named; of more, the sentence tells how many there are
_TELLING = 2  # columns, with the thing itself, from which on it is the thing that is told of
_APART = 3  # groups of which all values are told
_MEASURED = re.compile(r"([-\d.,]+) (\D+)")  # "66 days", "1,41 kg"


def opening(
    query: ParsedQuery, ontology: Ontology, labels: Mapping[str, str], found: Found, language: str = "en"
) -> str:
    """The first sentence of an answer."""
    words = wording(language).aloud()
    text = words.finished(_Opener(query, ontology, labels, found, words).text()).rstrip()
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


@dataclass(frozen=True)
class _Opener:
    query: ParsedQuery
    ontology: Ontology
    labels: Mapping[str, str]
    found: Found
    words: Wording

    def told(self) -> Telling:
        """The query, ready to be said."""
        telling = Telling(self.query.select, self.words, self.ontology, self.labels)
        start(telling, body)
        return telling

    def text(self) -> str:
        if self.query.form == "ask":
            telling = self.told()
            statement = completed(telling, asked(telling, is_so=bool(self.found.yes)))
            verdict = "yes" if self.found.yes else "no"
            # what is not said may be why the answer is no: there is an X, and no other
            if owned_up(telling, statement) != statement or len(statement.split()) > 2 * LONGEST:
                return self._say(f"{verdict}_alone")
            return self._say(verdict, statement=statement)
        if self.query.form != "select":
            return self._rows()
        telling = self.told()
        grouped = telling.aggregated or not telling.only_keys()
        if not any(text for row in self.found.texts for text in row):
            return self._nothing(telling, grouped=grouped)
        made = self._grouped(telling) if grouped else self._side_by_side(telling) or self._listed(telling)
        return made or self._rows()

    # ── numbers ──────────────────────────────────────────────────────────────────────────────────

    def _grouped(self, telling: Telling) -> str:
        if not telling.select.group_by and len(self.found.texts) == 1:
            return self._counting(telling) or self._amounts()
        return self._first_group(telling) or self._first_groups(telling) or self._groups(telling)

    def _counting(self, telling: Telling) -> str:
        """How many there are: "There are 41 suppliers", "25 people work in Assembly"."""
        select, number = telling.select, self.found.amounts[0][0]
        if len(select.columns) != 1 or not isinstance(number, Decimal) or number % 1:
            return ""
        match telling.unfolded(select.columns[0].variable):
            case Aggregate("COUNT", argument) if argument is not None:
                node = telling.unfolded(argument)
                phrase = Phrase(self.told, node) if isinstance(node, Var) and telling.occurs(node) else None
                if phrase is None or phrase.whole:
                    return self._there_are(phrase, int(number)) if phrase else ""
                return self._are_where(phrase, int(number)) if int(number) > 1 else ""
        return ""

    def _amounts(self) -> str:
        """Values that are worked out over everything: "The average weight of rain gauges is 7.58 kg"."""
        if len(self.found.names) == 1:
            telling = Telling(self.query.select, self.words, self.ontology, self.labels)
            texts = [body(telling)]
        else:
            telling = self.told()
            _, texts = keys_and_values(telling)
            if len(texts) != len(self.found.names) or completed(telling, ""):
                return ""
        return self._all_are(telling, texts)

    def _side_by_side(self, telling: Telling) -> str:
        """One row of values that subqueries work out: "The number of employees is 138 and …"."""
        worked_out = telling.speaker.worked_out
        names = [column.variable.name for column in telling.select.columns]
        is_whole = all(name in worked_out for name in names) and not completed(telling, "")
        if len(self.found.texts) != 1 or not is_whole:
            return ""
        return self._all_are(telling, [worked_out[name] for name in names])

    def _all_are(self, telling: Telling, texts: Sequence[str]) -> str:
        """What each value of the only row is; "" where that leaves something out, or is too long."""
        if telling.speaker.left_over() or sum(len(text.split()) for text in texts) > 2 * LONGEST:
            return ""
        return self.words.series(
            self._is(text, value, at)
            for at, (text, value) in enumerate(zip(texts, self.found.texts[0], strict=True))
        )

    def _is(self, text: str, value: str, at: int, *, many: bool = False) -> str:
        """“The average weight is 7.58 kg”: what a value is, by what kind of value it is."""
        subject = self.words.the(self.words.without_the(text))
        if not value:
            return self._say("is", subject=subject, value=self._say("unknown"))
        amount = self.found.amounts[0][at]
        is_number = isinstance(amount, Decimal) and not self.words.is_label(text)
        if many or self.words.is_plural(self.words.without_the(text)):
            return self._say("are_amount" if is_number else "are", subject=subject, value=value)
        key = "is_amount" if is_number else "is_date" if isinstance(amount, str) else "is"
        key = "is_long" if "," in text and self.words.has("opening", "is_long") else key
        return self._say(key, subject=subject, value=value)

    # ── groups ───────────────────────────────────────────────────────────────────────────────────

    def _keys(self, telling: Telling) -> list[int]:
        """The columns that are grouped by."""
        select = telling.select
        keys = {k.value for k in select.group_by}
        made = {k.variable.name for k in select.group_by if k.variable is not None}
        made |= {c.variable.name for c in select.columns if c.variable in keys or c.value in keys}
        return [n for n, name in enumerate(self.found.names) if name in made]

    def _first_group(self, telling: Telling) -> str:
        """The group that comes first: "The supplier with the most components is Nervión Fundición SL"."""
        select, keys = telling.select, self._keys(telling)
        is_first = len(select.order_by) == 1 and select.limit == 1 and not select.offset
        if not is_first or len(self.found.texts) != 1 or len(keys) != 1 or not is_plain(telling):
            return ""
        if (ranked := best(telling, select.order_by[0])) is None:
            return ""
        subject = self.words.say("picked", "one", thing=self._inside(keys[0]), best=ranked)
        return self._with_measure(
            self._say("is", subject=subject, value=self.found.texts[0][keys[0]]), keys[0]
        )

    def _first_groups(self, telling: Telling) -> str:
        """The first few groups: "The three customers with the highest total amount are …". They are told as
        things that are ranked, each with its value.
        """
        select, count = telling.select, len(self.found.texts)
        is_cut = len(select.order_by) == 1 and not select.offset and 1 < count == select.limit
        if not is_cut or len(self._keys(telling)) != 1:
            return ""
        (order,) = select.order_by
        things = tuple(c for c in select.columns if c.value is None)
        ranked = replace(
            select, columns=things, order_by=(replace(order, value=telling.unfolded(order.value)),)
        )
        listing = replace(self, query=replace(self.query, select=ranked))
        return listing._listed(listing.told())  # noqa: SLF001  # its own kind

    def _groups(self, telling: Telling) -> str:
        """Groups with what is worked out for each: "Number of products per plant: 54 (Stjørdal Plant), …"."""
        found, keys = self.found, self._keys(telling)
        rest = [n for n in range(len(found.names)) if n not in keys]
        if not keys or not rest or not all(found.is_amount(n) for n in rest):
            return ""
        if len(keys) == 1 and len(rest) == 1:
            values = self._spread(telling, keys[0], rest[0])
            head = self._head(keys[0], rest[0])
            if head.startswith(self.words.say("head", "for_each", keys="", values="")[:3]):
                return self._say("each", head=head, values=values)
            is_one = len({row[rest[0]] for row in found.texts}) == 1
            key = "each_few" if is_one or len(found.texts) <= NAMED else "each_spread"
            key = f"{key}_many" if self.words.is_plural(head) else key
            return self._say(key, head=self.words.the(head), values=values)
        if len(keys) == 1 and len(found.texts) <= _APART:
            told = []
            for row in found.texts:
                parts = [self._say("part", title=self._inside(n), value=row[n]) for n in rest if row[n]]
                told.append(self._say("each", head=row[keys[0]], values=", ".join(parts)))
            return "; ".join(told)
        ranges = self.words.all_of(
            self._say(
                "range_in",
                noun=self._inside(n),
                a_noun=self.words.a(self._inside(n)),
                range=self._from_to(n),
            )
            for n in rest
        )
        count = self._count(len(found.texts))
        if len(keys) == 1:
            text = self._say("counted", count=count, things=self.words.nouns(self._inside(keys[0])))
            return f"{text}, {self._say('with_some', thing=ranges)}"
        by = self.words.all_of(self._inside(n) for n in keys)
        return self._say("groups", count=count, keys=by, ranges=ranges)

    def _head(self, key: int, value: int) -> str:
        """What is worked out for each group, with all that it is worked out over."""
        telling = self.told()
        keys, values = keys_and_values(telling)
        short = self._say("per", value=self._inside(value), key=self._inside(key))
        if is_plain(telling):
            return short
        if when := self._when(telling):
            return f"{short} {when}"
        text = self.words.say(
            "head", "for_each", keys=self.words.all_of(keys), values=self.words.series(values)
        )
        whole = completed(telling, text) == text and not telling.speaker.left_over()
        if whole and len(text.split()) <= 2 * LONGEST:
            return text
        return f"{short} {self._say('conditioned')}"

    def _when(self, telling: Telling) -> str:
        """“in 2025”: the year or month that is all that groups are limited to; "" where it is not."""
        conditions = telling.scene.conditions
        name = next(iter(conditions), "")
        if len(conditions) != 1 or not is_plain(telling, within=name):
            return ""
        match conditions[name]:
            case [Compare("=", Call("YEAR", (Var(of),)), Lit(year))] if of == name:
                return self._say("in_year", value=year)
        found = period(conditions[name], name)
        if found is None:
            return ""
        value = str(found.start.year) if found.kind == "year" else self.words.month(found.start)
        return self._say(f"in_{found.kind}", value=value)

    def _spread(self, telling: Telling, key: int, value: int) -> str:
        """The values of groups: each where there are few, else the least and the most; their total."""
        found = self.found
        names, texts = (
            [self._named(telling, key, row[key]) for row in found.texts],
            [r[value] for r in found.texts],
        )
        if len(texts) <= NAMED:
            told = self.words.all_of(
                self._say("each_one", name=n, value=t) for n, t in zip(names, texts, strict=True)
            )
        else:
            least, most = found.ends(value)
            told = self._say(
                "range_of",
                least=self.words.in_dative(texts[least]),
                most=self.words.in_dative(texts[most]),
                least_of=names[least],
                most_of=names[most],
            )
            if texts[least] == texts[most]:
                told = self._from_to(value)
        if not self._adds_up(telling, value) or found.more:
            return told
        total = measured(f"{found.total(value):f}", found.units[value], self.words.language, brief=True)
        return self._say("in_all", values=told, total=total)

    def _named(self, telling: Telling, at: int, text: str) -> str:
        """A group by its key: a day of months with what it counts: "day 3"."""
        part = calendar_part(telling.unfolded(Var(self.found.names[at])))
        if part is not None and part[0] == "DAY":
            return self._say("part", title=self._inside(at), value=text)
        return text or self._say("unknown")

    def _adds_up(self, telling: Telling, at: int) -> bool:
        """Whether the sum over the groups counts nothing twice, by all that the data shows."""
        match telling.unfolded(Var(self.found.names[at])):
            case Aggregate("COUNT" | "SUM" as name, argument) if argument is not None:
                node = telling.unfolded(argument)
            case _:
                return False
        edges = telling.names.edges()
        owners = [node] if name == "COUNT" else [e.subject for e in edges if e.object == node]
        keys = [v for k in telling.select.group_by for v in [telling.unfolded(k.value)]]
        inner = [Var(n) for k in keys if not isinstance(k, Var) for n in telling.underlying_of(k)]
        nodes = [k for k in keys if isinstance(k, Var)] + inner
        ways = [forwards(edges, owner, node) for owner in owners for node in nodes if isinstance(owner, Var)]
        single = all(w and all(telling.ontology.is_single(i) for e, _ in w for i in e.iris) for w in ways)
        return len(owners) == 1 and bool(ways) and single and not telling.scene.unions

    # ── lists ────────────────────────────────────────────────────────────────────────────────────

    def _listed(self, telling: Telling) -> str:
        found, about, select = self.found, telling.root, telling.select
        made = [c for c in select.columns if telling.speaker.made_of(c.variable.name) is not None]
        if len(made) == len(select.columns) or about is None:
            return self._lasted(telling, about) or (
                self._amounts() if len(found.texts) == 1 and found.names else ""
            )
        if described := self._described(telling, about):
            return described
        phrase = Phrase(self.told, about)
        if beside(telling, about):
            return ""
        if not phrase.whole:
            return self._where(phrase) or self._compared(phrase) or self._ranks(phrase)
        name = about.name if isinstance(about, Var) else ""
        at = found.names.index(name) if name in found.names else -1
        if at >= 0 and (related := self._related(phrase, at)):
            return related
        if at < 0 or not phrase.is_speech:
            return self._values_of(phrase) if phrase.is_speech else ""
        if phrase.owner and len(found.names) > 1 and len(found.texts) == 1 and not phrase.is_ranked:
            return ""  # several values of a thing
        if phrase.is_ranked:
            return self._ranked(phrase, at)
        if select.offset or (select.limit is not None and len(found.texts) >= select.limit):
            return self._ranks(phrase)
        return self._owned(phrase, at) or self._things(phrase, at)

    def _lasted(self, telling: Telling, about: Node | None) -> str:
        """“The time between order date and shipping date of the order whose number is SO-1 is 12 days”."""
        expr = telling.speaker.made_of(self.found.names[0]) if len(self.found.names) == 1 else None
        if expr is None or about is None or len(self.found.texts) > 1:
            return ""
        dates = dates_between(expr, telling.speaker.made_of) or ()
        theirs = {e.subject for e in telling.scene.edges if e.object in dates}
        if theirs != {about} or not isinstance(about, Var) or not (noun := telling.speaker.term(expr)):
            return ""
        owner = telling.speaker.things(about, plural=False, the=True)
        of = self.words.say("nouns", "of", noun=self.words.without_the(noun), owner=owner)
        return self._all_are(telling, [of])

    def _where(self, phrase: Phrase) -> str:
        """Things by what is worked out for each: "There are eight departments where the average …"."""
        condition = phrase.required
        count = len(self.found.distinct(0))
        if not condition or len(self.found.names) > 1 or count < 2 or len(condition.split()) > LONGEST:  # noqa: PLR2004
            return ""
        text = self._say("where", count=self._count(count), things=phrase.nouns, condition=condition)
        return text if count > NAMED else self._say("named", text=text, names=self._names(0))

    def _compared(self, phrase: Phrase) -> str:
        """Things by values of theirs: "There are six orders where the time between … is at most two days"."""
        names = self.found.distinct(0)
        text = self._are_where(phrase, len(names)) if len(names) > 1 and not phrase.owner else ""
        return self._say("named", text=text, names=self._names(0)) if text and len(names) <= NAMED else text

    def _are_where(self, phrase: Phrase, count: int) -> str:
        told = {"count": self._count(count), "things": phrase.many, "condition": phrase.compared}
        return self._say("where", **told) if phrase.compared else ""

    def _ranks(self, phrase: Phrase) -> str:
        """“The products in places 6 to 10 by weight are …”."""
        found, select = self.found, self.query.select
        if not phrase.is_plain or not select.offset or len(select.order_by) != 1 or len(found.texts) > NAMED:
            return ""
        first = select.offset + 1
        keys = sorted_by(self.told(), select.order_by[0])
        last = select.offset + len(found.texts)
        if first == last:
            return ""
        return self._say(
            "ranks", things=phrase.nouns, first=first, last=last, keys=keys, names=self._names(0)
        )

    def _described(self, telling: Telling, about: Node) -> str:
        """The one thing that is named, with what there is to say of it: "Gale 400 is a product"."""
        scene, found = telling.scene, self.found
        if not isinstance(about, Var) or about.name not in found.names or len(found.names) < _TELLING:
            return ""
        asks_more = (scene.edges, scene.others, scene.unions, scene.negations, scene.apart, scene.picked)
        kinds, given = scene.types.get(about, []), scene.conditions.get(about.name, [])
        at = found.names.index(about.name)
        if any(asks_more) or len(found.distinct(at)) != 1 or len(kinds) != 1 or len(scene.conditions) > 1:
            return ""
        match given:
            case [OneOfList(_, (Iri(),), negated=False)]:
                noun = self.words.noun(found.titles[at])
                name = found.texts[0][at]
                return self._say("is_a", value=name, thing=self.words.a(noun))
        return ""

    def _ranked(self, phrase: Phrase, at: int) -> str:
        """The first of an order: "The product with the highest weight is Meridian Airfield, at 51.75 kg"."""
        count = len(self.found.texts)
        if count == 1:
            return self._with_measure(phrase.first(self.found.texts[0][at]), at)
        if count <= NAMED:
            return self._say("are", subject=phrase.picked(count), value=self._names(at))
        measures = self._measures(at)
        if not measures:
            return ""
        return self._say("ranked_range", subject=phrase.picked(count), range=self._from_to(measures[0]))

    def _with_measure(self, text: str, at: int) -> str:
        rest = [n for n in range(len(self.found.names)) if n != at and self.found.texts[0][n]]
        if len(rest) != 1 or not self.found.is_amount(rest[0]):
            return self._noted(text, at)
        key = "at_date" if self.found.is_date(rest[0]) else "at"
        return self._say(key, text=text, value=self.found.texts[0][rest[0]])

    def _related(self, phrase: Phrase, at: int) -> str:
        """What a named thing has or does: "The weight of Gale 400 is 1.41 kg", "Otto Brekke reports to …"."""
        telling, found = self.told(), self.found
        edge, count = _relation(telling), len(found.distinct(at))
        is_part = bool(telling.select.order_by) or telling.select.limit is not None
        if len(found.names) > 1 or edge is None or is_part:
            return ""
        is_named = isinstance(edge.subject, Iri)
        if not is_named and (count > 1 or phrase.owner):
            return ""
        telling.speaker.spoken.add(edge)
        if (owner := _placed(telling, edge)) and count == 1:
            return self._say("placed", owner=owner, place=self.words.place(found.texts[0][at]))
        subject = telling.speaker.things(edge.subject, plural=False, the=True)
        label, noun = telling.names.label(edge), telling.names.title(edge.object)
        after_is = telling.names.after_is(edge)
        if count > NAMED or found.more:
            if found.is_amount(at) or not is_named:
                return ""
            return self._say("has", owner=subject, count=self._count(count), things=self.words.nouns(noun))
        if label.kind == "noun" and not after_is:
            noun = telling.names.without_owner(label.text, telling.names.title(edge.subject))
            measure = found.units[at] if isinstance(found.amounts[0][at], Decimal) and count == 1 else ""
            if verb := self.words.doing(noun, measure, many=False):
                return self._say("does", owner=subject, verb=verb, value=found.texts[0][at])
            return self._values(noun, subject, at, count)
        if after_is.endswith(" since"):
            return self._say("since", subject=subject, phrase=after_is, value=self._names(at))
        kind: str = "phrase" if after_is else label.kind
        text = after_is or label.text
        is_day = found.is_date(at)
        if is_day and kind == "phrase" and self.words.language == "en":
            kind = said_of_day(text)
        return self.words.say(
            "statement",
            kind,
            subject=subject,
            value=self._names(at),
            phrase=text,
            verb=label.text,
            before=label.before,
            aux=label.past_aux if is_day else label.aux,
            label=self.words.quoted(label.text),
        )

    def _values(self, noun: str, owner: str, at: int, count: int) -> str:
        value = self._names(at)
        if count > 1:
            of = self.words.say("nouns", "of", noun=self.words.nouns(noun), owner=owner)
            return self._all(of, value, count)
        if not self.words.takes_article(noun):
            return self._say("is_given", noun=self.words.quoted(noun), owner=owner, value=value)
        of = self.words.say("nouns", "of", noun=noun, owner=owner)
        return self._is(of, value, at, many=self.words.is_plural(noun))

    def _all(self, of: str, value: str, count: int) -> str:
        """“The three skills of Ada are …”."""
        return self._say("are_all", subject=self.words.the_all(of, count), value=value)

    def _owned(self, phrase: Phrase, at: int) -> str:
        """Values of things that are described: "The weights of rain gauges range from 0.5 kg to 16.8 kg"."""
        if len(self.found.names) > 1 or not phrase.owner:
            return ""
        values = self.found.distinct(at)
        if len(values) == 1:
            return self._is(phrase.the_one, values[0], at)
        return self._range(phrase.many, at) if self.found.is_amount(at) else ""

    def _values_of(self, phrase: Phrase) -> str:
        """Values of things that are not shown themselves: "The warranties of barometers range from …"."""
        found, first = self.found, self.found.names[0]
        values = found.distinct(0)
        if phrase.is_ranked and len(found.texts) == 1:
            noun = phrase.value(first, plural=False)
            of = self.words.say("nouns", "of_ranked", noun=noun, owner=phrase.picked(1))
            return self._noted(self._is(of, values[0], 0), 0) if noun else ""
        noun = phrase.value(first, plural=True)
        if len(found.names) != 1 or phrase.is_ranked or len(values) == 1 or not noun:
            return ""
        of = self.words.say("nouns", "of_many", noun=noun, owner=phrase.many)
        if found.is_amount(0):
            return self._range(of, 0)
        if len(values) > NAMED:
            return ""
        return self._all(of, self.words.all_of(values), len(values))

    def _things(self, phrase: Phrase, at: int) -> str:
        names, measures = self.found.distinct(at), self._measures(at)
        if len(names) == 1 and not self.found.more:
            return self._noted(self._say("only", value=names[0], thing=phrase.one, things=phrase.many), at)
        text = self._there_are(phrase, len(names))
        if len(names) <= NAMED and not self.found.more:
            return self._say("named", text=text, names=self._names(at))
        if len(measures) > 1:  # the one that is no condition
            measures = [n for n in measures if self._inside(n) not in phrase.many]
        if len(measures) != 1:
            return text if measures else self._with_columns(text)
        noun = self._inside(measures[0])
        key = "from_to" if noun in phrase.many else "with_from_to"
        text = self.words.say("marks", "goes_on", text=text) if phrase.does else text
        text = self._say(key, text=text, noun=noun, range=self._from_to(measures[0]))
        return self._with_columns(text, *(self.found.names[n] for n in self._measures(at)))

    def _with_columns(self, text: str, *told: str) -> str:
        """“There are 169 employees, with their skill": what stands beside them, `told` ones aside, if that is
        short.
        """
        whole = listed(self.told(), called=text, told=[Var(name) for name in told])
        return whole if whole.startswith(text) and len(whole.split()) <= LONGEST else text

    def _measures(self, at: int) -> list[int]:
        return [n for n in range(len(self.found.names)) if n != at and self.found.is_amount(n)]

    def _range(self, subject: str, at: int) -> str:
        least, most = self.found.ends(at)
        value = self.found.texts[least][at]
        key = "range" if value != self.found.texts[most][at] else "are_same"
        return self._say(key, subject=self.words.the_all(subject, 0), range=self._from_to(at), value=value)

    def _from_to(self, at: int) -> str:
        least, most = (self.found.texts[n][at] for n in self.found.ends(at))
        if least == most:
            return self._say("range_same", value=least)
        least, most = self.words.in_dative(least), self.words.in_dative(most)
        if self.found.is_date(at):
            return self._say("range_to_date", least=least, most=most)
        return self._say("range_to", least=_without_unit_of(most, least), most=most)

    def _noted(self, text: str, at: int) -> str:
        rest = [t for t in self.found.beside(0, at) if t not in text]
        return self._say("noted", text=text, note=", ".join(rest)) if rest else text

    def _names(self, at: int) -> str:
        """All names, each with what stands beside it."""
        names = self.found.distinct(at)
        if len(names) < len(self.found.texts):
            return self.words.all_of(names)
        told = []
        for n, row in enumerate(self.found.texts):
            rest = ", ".join(self.found.beside(n, at))
            told.append(self._say("noted", text=row[at], note=rest) if rest else row[at])
        return self.words.all_of(told)

    def _there_are(self, phrase: Phrase, count: int) -> str:
        if not count:
            return self._say("there_are_none", things=phrase.many)
        if count == 1:
            return self._say("there_is", thing=phrase.one, things=phrase.many)
        if phrase.does:
            return self._say("do", count=self._count(count), things=phrase.nouns, does=phrase.does)
        return self._say("there_are", count=self._count(count), things=phrase.many)

    # ── the rest ─────────────────────────────────────────────────────────────────────────────────

    def _nothing(self, telling: Telling, *, grouped: bool) -> str:
        if grouped or telling.root is None or beside(telling, telling.root):
            return self._say("nothing")
        telling = self.told()
        edge = _relation(telling)
        if edge is not None and isinstance(edge.subject, Iri) and telling.names.label(edge).kind == "noun":
            owner = telling.speaker.things(edge.subject)
            return self._say("nothing_of", noun=telling.names.label(edge).text, owner=owner)
        if (
            edge is not None
            and isinstance(edge.subject, Iri)
            and telling.names.label(edge).kind
            in (
                "verb",
                "phrase",
            )
        ):
            return self._none_of(telling, edge)
        phrase = Phrase(self.told, telling.root) if telling.root is not None else None
        return (
            self._say("there_are_none", things=phrase.many)
            if phrase and phrase.whole
            else self._say("nothing")
        )

    def _none_of(self, telling: Telling, edge: Edge) -> str:
        """“Kessler is not certified to any standard.”"""
        label, noun = telling.names.label(edge), telling.names.title(edge.object)
        is_any = self.words.has("nouns", "any")
        value = self.words.say("nouns", "any" if is_any else "no", noun=noun)
        before, value = self.words.governed(label.before, label.text, value)
        return self.words.say(
            "denial" if is_any else "statement",
            label.kind,
            subject=telling.names.constant(edge.subject) if isinstance(edge.subject, Iri) else "",
            value=value,
            phrase=label.text,
            verb=label.text,
            verb_plural=label.plural,
            before=before,
            aux=label.aux,
        )

    def _rows(self) -> str:
        """The one row as it is, or how many there are."""
        found = self.found
        if len(found.texts) == 1:
            at = [n for n, text in enumerate(found.texts[0]) if text]
            if len(at) == 1:
                title = self._inside(at[0])
                is_noun = self.words.language != "en" or property_label(title, links=False).kind == "noun"
                subject = self.words.the(title if is_noun else self.words.quoted(title))
                return self._say("one_of", subject=subject, value=found.texts[0][at[0]])
            told = [self._say("part", title=self._inside(n), value=found.texts[0][n]) for n in at]
            owner = _owner(self.told()) if self.query.form == "select" else ""
            if owner and all(self._is_place(n) for n in at):
                place = self.words.place(", ".join(found.texts[0][n] for n in at))
                return self._say("placed", owner=owner, place=place)
            return self._say("each", head=owner, values=", ".join(told)) if owner else ", ".join(told)
        names = found.distinct(0) if found.titles else []
        if not names or len(self._inside(0)) <= LETTERS:
            return self._say("rows", count=self._count(len(found.texts)))
        select = self.query.select
        is_all = select.limit is None and not select.offset
        key = "meeting" if self.query.form == "select" and is_all and _is_limited(self.told()) else "counted"
        text = self._say(key, count=self._count(len(names)), things=self.words.nouns(self._inside(0)))
        if len(names) <= NAMED and not found.more:
            return self._say("named", text=text, names=self._names(0))
        measures = self._measures(0)
        if len(measures) != 1:
            return text
        noun, range_ = self._inside(measures[0]), self._from_to(measures[0])
        return self._say("with_from_to", text=text, noun=noun, range=range_)

    def _is_place(self, at: int) -> bool:
        """Whether a column has cities or countries, by its head."""
        marks = (self.words.table["marks"][mark] for mark in ("city", "country"))
        return any(re.search(mark, self._inside(at), re.IGNORECASE) for mark in marks)

    def _count(self, count: int) -> str:
        text = self.words.amount(count)
        return self._say("or_more", count=text) if self.found.more else text

    def _inside(self, at: int) -> str:
        """The head of a column inside a sentence."""
        return self.words.from_title(self.found.titles[at].partition(" (")[0])

    def _say(self, key: str, /, **parts: object) -> str:
        return self.words.say("opening", key, **parts)


def _relation(telling: Telling) -> Edge | None:
    """The edge to what is asked for, of a query that asks nothing but a way from a named thing to it."""
    scene, root = telling.scene, telling.root
    limits = (scene.others, scene.optional, scene.unions, scene.negations, scene.further, scene.given)
    if any((*limits, scene.computed, scene.apart, scene.picked, scene.conditions)) or set(scene.types) - {
        root
    }:
        return None
    node, left, first = root, list(scene.edges), None
    while left:
        edges = [e for e in left if e.object == node]
        if len(edges) != 1:
            return None
        first = first or edges[0]
        left.remove(edges[0])
        node = edges[0].subject
    return first if isinstance(node, Iri) else None


def _placed(telling: Telling, edge: Edge) -> str:
    """The named thing whose address the edge puts in a country or a city; "" for any other edge."""
    ways = [e for e in telling.scene.edges if e.object == edge.subject]
    is_one = len(ways) == 1 and place_of(telling.speaker, ways[0]) is edge
    owner = ways[0].subject if is_one else None
    return telling.names.constant(owner) if isinstance(owner, Iri) else ""


def _is_limited(telling: Telling) -> bool:
    """Whether a query asks more than which things there are."""
    scene, columns = telling.scene, {c.variable for c in telling.select.columns}
    more = (scene.others, scene.conditions, scene.negations, scene.unions, scene.given, telling.select.having)
    return any(more) or scene.further > 0 or any(e.object not in columns for e in scene.edges)


def _owner(telling: Telling) -> str:
    """The one thing that a query names, where all of it is about that."""
    named = {n for e in telling.scene.edges for n in (e.subject, e.object) if isinstance(n, Iri | Lit)}
    first = next(iter(named), None)
    return telling.names.constant(first) if isinstance(first, Iri) and len(named) == 1 else ""


def _without_unit_of(most: str, least: str) -> str:
    """The lesser end of a span, whose unit is said once: "from 61 to 75 days"."""
    one, other = _MEASURED.fullmatch(least), _MEASURED.fullmatch(most)
    return one[1] if one and other and one[2] == other[2] else least
