"""The core's own sentences, one table a language: what an answer says when there are no names to say.

In: values that are already words. Out: plain sentences. Numbers and dates follow the language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

from kgqa.numbers import readable

_DECIMALS = 6

_MOST, _LONGEST = 12, 80  # words that are told in one sentence, and characters of each
_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "yes": "Yes.",
        "yes_that": "Yes: {what}.",
        "no": "No.",
        "no_that": "No. Asked was whether {what}.",
        "number": "{value}. That is {what}.",
        "count": "{value}. Counted were {what}.",
        "nothing": "Nothing found: the graph has no such entry.",
        "nothing_that": "The graph has none of these: {what}.",
        "without": "Without “{condition}” there would be {count}.",
        "show": "Show those",
        "many": "{count} found: {names}.",
        "many_more": "{count} found, among them {names}.",
        "rows": "{count} found.",
        "or_more": "{count} or more",
        "none": "nothing",
        "which": "Which “{name}” do you mean?",
        "which_more": "Which “{name}” do you mean? There are more than these; say more of the name.",
        "which_reading": "I can read this in more than one way. Which do you mean?",
        "not_in_graph": "The graph knows {known}, but nothing about {missing}.",
        "not_at_all": "The graph knows nothing about {missing}.",
        "only_asked": "I answer questions from the graph; I change nothing in it, and do nothing outside it.",
        "closed": "This question touches what is not open to you here.",
        "left_out": "What is not open to you here is left out.",
        "too_long": "That is {count} characters, and I read questions of up to {most}. "
        "Please ask in one or two sentences.",
        "unknown": "I could not find a reading that I trust.",
        "model_none": "No language model is set up, so no query was written.",
        "model_away": "The language model that could have helped is not available now.",
        "model_silent": "The language model did not answer in {seconds} seconds.",
        "model_useless": "The language model gave no query for this question that could be used.",
        "explored": "A language model looked round in the graph and found no query for this.",
        "ways_differ": "I read this in two ways that give different results, and cannot tell which is meant: "
        "“{one}” or “{other}”. Please ask for one of them.",
        "way_unsure": "I am not sure enough of the only reading that I found: “{one}”. "
        "Please ask in other words.",
        "why_unexplained": "not explained: {words}",
        "why_spelled": "a name spelled differently",
        "why_part": "a name given in part",
        "why_exact": "exact names",
        "why_far": "exact names, a long way between them",
        "why_other_words": "names by other words for them",
        "why_verified_exact": "a verified question, word for word",
        "why_verified": "a verified question, the same but for what it names",
        "why_model": "a model wrote it",
        "why_tries": "{some} of {all} tries agree",
        "why_unused": "it does not use {names}",
        "why_words": "it has {some} of {all} words of the question",
        "why_put_right": "it had to be put right",
        "why_turn": "a query found in 1 turn",
        "why_turns": "a query found in {count} turns",
        "why_gave": "gave {size}",
        "why_named": "{some} of {all} names of the question are in it",
        "why_ways": "{count} ways agree",
        "why_against": "another way found something else",
        "why_measured": "{right} of {asked} such answers were right",
        "own": "a query of your own",
        "own_broken": "Your query was not run. {why}",
        "none_passed": "I could not put this into a query that fits the graph. {why}",
        "understood": " I understood {known}.",
        "not_understood": " I did not understand {missing}.",
        "graph_failed": "{reason} Your question is kept; ask again in a minute.",
        "and": "and",
        "count_of": "how many there are",
        "took": "I took “{words}” for {what}.",
        "answered": "the {count} {things} of the last answer",
        "answered_any": "the {things} of the last answer",
        "because": "I asked the graph “{graph}” for: {what}.",
        "assumed_nothing": "Nothing else was assumed.",
        "no_query": "There was no query that I could have run. I said: {text}",
        "went_on": "I went on from “{question}”.",
        "understood_as": "Understood as: “{question}”",
        "defined": "“{name}” means {means}",
    },
    "de": {
        "yes": "Ja.",
        "yes_that": "Ja: {what}.",
        "no": "Nein.",
        "no_that": "Nein. Gefragt war, ob {what}.",
        "number": "{value}. Das ist {what}.",
        "count": "{value}. Gezählt wurden {what}.",
        "nothing": "Nichts gefunden: Der Graph hat keinen solchen Eintrag.",
        "nothing_that": "Der Graph hat keine davon: {what}.",
        "without": "Ohne „{condition}“ wären es {count}.",
        "show": "Diese zeigen",
        "many": "{count} gefunden: {names}.",
        "many_more": "{count} gefunden, darunter {names}.",
        "rows": "{count} gefunden.",
        "or_more": "{count} oder mehr",
        "none": "nichts",
        "which": "Welches „{name}“ ist gemeint?",
        "which_more": "Welches „{name}“ ist gemeint? Es gibt mehr als diese; bitte den Namen genauer nennen.",
        "which_reading": "Das lässt sich verschieden verstehen. Was ist gemeint?",
        "not_in_graph": "Der Graph kennt {known}, aber nichts zu {missing}.",
        "not_at_all": "Der Graph weiß nichts über {missing}.",
        "only_asked": "Ich beantworte Fragen aus dem Graphen; ich ändere nichts darin und tue sonst nichts.",
        "closed": "Diese Frage berührt etwas, das hier nicht offensteht.",
        "left_out": "Was hier nicht offensteht, ist nicht dabei.",
        "too_long": "Das sind {count} Zeichen, und ich lese Fragen von bis zu {most}. "
        "Bitte in ein oder zwei Sätzen fragen.",
        "unknown": "Ich habe keine Deutung gefunden, der ich traue.",
        "model_none": "Es ist kein Sprachmodell eingerichtet, also wurde keine Abfrage geschrieben.",
        "model_away": "Das Sprachmodell, das hätte helfen können, ist gerade nicht verfügbar.",
        "model_silent": "Das Sprachmodell hat nicht innerhalb von {seconds} Sekunden geantwortet.",
        "model_useless": "Das Sprachmodell hat zu dieser Frage keine brauchbare Abfrage geschrieben.",
        "explored": "Ein Sprachmodell hat sich im Graphen umgesehen und keine Abfrage dafür gefunden.",
        "ways_differ": "Das lese ich auf zwei Arten mit verschiedenem Ergebnis, und welche gemeint ist, "
        "weiß ich nicht: „{one}“ oder „{other}“. Bitte nach einer von beiden fragen.",
        "way_unsure": "Der einzigen Deutung, die ich gefunden habe, bin ich nicht sicher genug: „{one}“. "
        "Bitte mit anderen Worten fragen.",
        "why_unexplained": "nicht erklärt: {words}",
        "why_spelled": "ein Name in anderer Schreibweise",
        "why_part": "ein Name in Teilen genannt",
        "why_exact": "genaue Namen",
        "why_far": "genaue Namen, weit auseinander",
        "why_other_words": "Namen in anderen Worten",
        "why_verified_exact": "eine bestätigte Frage, Wort für Wort",
        "why_verified": "eine bestätigte Frage, bis auf das, was sie nennt",
        "why_model": "ein Modell hat sie geschrieben",
        "why_tries": "{some} von {all} Versuchen stimmen überein",
        "why_unused": "sie nutzt {names} nicht",
        "why_words": "sie hat {some} von {all} Wörtern der Frage",
        "why_put_right": "sie musste berichtigt werden",
        "why_turn": "eine Abfrage, gefunden in 1 Schritt",
        "why_turns": "eine Abfrage, gefunden in {count} Schritten",
        "why_gave": "ergab {size}",
        "why_named": "{some} von {all} Namen der Frage sind darin",
        "why_ways": "{count} Wege stimmen überein",
        "why_against": "ein anderer Weg fand etwas anderes",
        "why_measured": "{right} von {asked} solchen Antworten waren richtig",
        "own": "eine eigene Abfrage",
        "own_broken": "Die Abfrage wurde nicht ausgeführt. {why}",
        "none_passed": "Ich konnte das in keine Abfrage fassen, die zum Graphen passt. {why}",
        "understood": " Verstanden habe ich {known}.",
        "not_understood": " Nicht verstanden habe ich {missing}.",
        "graph_failed": "{reason} Die Frage ist aufgehoben; bitte in einer Minute noch einmal fragen.",
        "defined": "„{name}“ bedeutet {means}",
        "and": "und",
        "count_of": "wie viele es sind",
        "took": "„{words}“ habe ich verstanden als {what}.",
        "answered": "die {count} der letzten Antwort ({things})",
        "answered_any": "die der letzten Antwort ({things})",
        "because": "Ich habe im Graphen „{graph}“ nachgesehen: {what}.",
        "assumed_nothing": "Sonst wurde nichts angenommen.",
        "no_query": "Es gab keine Abfrage, die ich hätte stellen können. Gesagt habe ich: {text}",
        "went_on": "Ich habe weitergefragt von „{question}“ aus.",
        "understood_as": "Verstanden als: „{question}“",
    },
}


@dataclass(frozen=True)
class Words:
    """The sentences of one language."""

    code: str

    def say(self, name: str, /, **parts: object) -> str:
        return _TEXTS[self.code][name].format(**parts)

    def which(self, name: str, *, all_told: bool) -> str:
        """Asks which thing of a name is meant, or which reading where it is no matter of a name."""
        if not name:
            return self.say("which_reading")
        return self.say("which" if all_told else "which_more", name=name)

    @property
    def none(self) -> str:
        return self.say("none")

    # ── values ───────────────────────────────────────────────────────────────────────────────────

    def value(self, text: str, kind: str) -> str:
        """A lexical form as the language writes it; a text that is no number or date stays as it is."""
        if kind == "number":
            number = readable(text)
            if number is None:
                return text
            exponent = number.as_tuple().exponent
            if isinstance(exponent, int) and exponent < -_DECIMALS:
                number = number.quantize(Decimal(10) ** -_DECIMALS).normalize()
            return format_decimal(number, locale=self.code, decimal_quantization=False)
        try:
            if "T" in text:
                moment = datetime.fromisoformat(text)
                if (moment.hour, moment.minute, moment.second) != (0, 0, 0):
                    return format_datetime(moment, "medium", locale=self.code)
                return format_date(moment.date(), "long", locale=self.code)
            return format_date(date.fromisoformat(text), "long", locale=self.code)
        except ValueError:
            return text

    def count(self, number: int) -> str:
        return format_decimal(number, locale=self.code)

    def listed(self, names: Sequence[str]) -> str:
        """“a, b and c”."""
        if len(names) < 2:  # noqa: PLR2004  # nothing to join
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.say('and')} {names[-1]}"

    def answered(self, number: int, things: str) -> str:
        """What "those" stands for."""
        return self.say("answered", count=self.count(number), things=things)

    # ── answers ──────────────────────────────────────────────────────────────────────────────────

    def yes_no(self, restatement: str, *, yes: bool) -> str:
        what = restatement.removeprefix("whether ").removeprefix("ob ")
        if not what or what == restatement:
            return self.say("yes" if yes else "no")
        return self.say("yes_that" if yes else "no_that", what=what)

    def number(self, restatement: str, *, value: str) -> str:
        for start in ("how many ", "wie viele "):
            if restatement.startswith(start):
                return self.say("count", value=value, what=restatement.removeprefix(start))
        return self.say("number", value=value, what=restatement) if restatement else f"{value}."

    def nothing(self, restatement: str) -> str:
        return self.say("nothing_that", what=restatement) if restatement else self.say("nothing")

    def one(self, pairs: Sequence[tuple[str, str]]) -> str:
        """One row: what was asked, then what stands beside it."""
        first, *others = pairs
        beside = ", ".join(f"{title} {value}" for title, value in others)
        return f"{first[1]} ({beside})." if beside else f"{first[1]}."

    def many(self, names: Sequence[str], *, total: int, more: bool, columns: int) -> str:
        count = self.say("or_more", count=self.count(total)) if more else self.count(total)
        if columns > 1 and total > len(names):
            return self.say("rows", count=count)
        if total > len(names):
            return self.say("many_more", count=count, names=self.listed(names))
        return self.say("many", count=count, names=self.listed(names))

    def not_in_graph(self, known: Sequence[str], missing: Sequence[str]) -> str:
        lost = self.listed(_few(missing, "“{}”"))
        if not known:
            return self.say("not_at_all", missing=lost)
        return self.say("not_in_graph", known=self.listed(_few(known)), missing=lost)

    def unknown(self, known: Sequence[str], missing: Sequence[str]) -> str:
        text = self.say("unknown")
        if known:
            text += self.say("understood", known=self.listed(_few(known)))
        if missing:
            text += self.say("not_understood", missing=self.listed(_few(missing, "“{}”")))
        return text


def _few(words: Sequence[str], form: str = "{}") -> list[str]:
    """Words that a sentence can hold, each once: a question may be made of unknown ones."""
    short = (w if len(w) <= _LONGEST else f"{w[: _LONGEST - 1]}…" for w in dict.fromkeys(words))
    cut = [form.format(w) for w in short]
    return cut if len(cut) <= _MOST else [*cut[: _MOST - 1], "…"]


@cache
def words(language: str) -> Words:
    """The sentences of a language; English where there are none."""
    code = language.split("-", maxsplit=1)[0].lower()
    return Words(code if code in _TEXTS else "en")
