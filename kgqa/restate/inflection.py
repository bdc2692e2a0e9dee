"""German articles and what follows them, put into their case.

In: a sentence with marks such as "mit ‹ein Listenpreis›"; "⸴" ends a relative clause, and "von ⸱" says whose
something is. Out: "mit einem Listenpreis".
The word before a mark governs its case. A noun whose gender is not known stands as a name beside one whose
gender is: "mit einem Eintrag „Foo“".
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from kgqa.restate.english import KEPT
from kgqa.restate.german import lemma, parts, plural

Gender = Literal["m", "f", "n", "p", ""]
Case = Literal["nom", "acc", "dat"]

_ACCUSATIVE = frozenset(
    ("durch", "für", "gegen", "um", "über", "je", "hat", "haben", "gibt", "gab", "ohne", "kennt", "es")
)
_DATIVE = frozenset(
    ("ab", "am", "an", "auf", "aus", "bei", "im", "in", "mit", "nach", "seit", "unter", "von", "vom", "vor",
     "zu", "zum", "zur", "zwischen")
)  # fmt: skip
_CASES: tuple[Case, ...] = ("nom", "acc", "dat")
# The endings by gender: nominative, accusative, dative.
_STRONG = {"m": ("er", "en", "em"), "f": ("e", "e", "er"), "n": ("es", "es", "em"), "p": ("e", "e", "en")}
_AFTER_DER = {"m": ("e", "en", "en"), "f": ("e", "e", "en"), "n": ("e", "e", "en"), "p": ("en", "en", "en")}
_AFTER_EIN = {
    "m": ("er", "en", "en"),
    "f": ("e", "e", "en"),
    "n": ("es", "es", "en"),
    "p": ("en", "en", "en"),
}
_DER = {
    "m": ("der", "den", "dem"),
    "f": ("die", "die", "der"),
    "n": ("das", "das", "dem"),
    "p": ("die", "die", "den"),
}
_EIN = {"m": ("", "en", "em"), "f": ("e", "e", "er"), "n": ("", "", "em"), "p": ("e", "e", "en")}
_WHOSE = {"m": "dessen", "f": "deren", "n": "dessen", "p": "deren"}
_FEMININE = (
    "ung",
    "heit",
    "keit",
    "schaft",
    "tät",
    "ion",
    "ik",
    "ie",
    "enz",
    "anz",
    "ur",
    "in",
    "ei",
    "itis",
    "ose",
)
_NEUTER = ("chen", "lein", "ment", "um", "gramm", "meter", "werk", "zeug", "ing")
_MASCULINE = ("or", "ling", "ismus", "ist", "ant", "ent", "oge", "graf", "eur", "är", "er")
_WEAK_ENDINGS = ("ist", "ant", "ent", "oge", "graf")
_CONTRACTED = {
    "in dem": "im",
    "an dem": "am",
    "von dem": "vom",
    "zu dem": "zum",
    "zu der": "zur",
    "bei dem": "beim",
}
_APART = {"am": "an", "im": "in", "vom": "von", "zum": "zu", "zur": "zu", "beim": "bei"}
_MARK = re.compile(
    r"(?:(\w+)( ))?(⸱?)‹(der|ein|kein|ihr|jeweilig|derselbe|stark|gen)(?::(dat|acc|nom))? ([^‹›]+)›"
)
_ENTRIES = re.compile(r"(\b(?:von|mit|aus|bei|in|zu) Einträge)(?= „)")
_ANY_MARK = re.compile(r"‹\w+(?::\w+)? |›")
_FIRST = re.compile(r"^‹(\w+) ")
_END = re.compile(r"⸴(\s*)(?=(.?))")
_NOUN = re.compile(r"((?:[a-zäöüß][\w-]*e[rsnm]? )*)([A-ZÄÖÜ„][\w&/’'-]*)(.*)", re.DOTALL)
_LABEL = re.compile(  # a label that is no German noun: "gesamte seating capacity der …"
    r"((?:(?:gesamt|durchschnittlich|niedrigst|höchst|frühest|spätest|längst|kürzest|größt|kleinst|einzig)"
    r"e )*)"
    r"([^\W\d_][^„‹,;]*?)((?: (?:der|von|vom|je|mit|ohne|minus|plus) .*)?)$",
    re.DOTALL,
)
_MORE = re.compile(
    r"(?: (?!(?:der|die|das|den|dem|von|vom|mit|ohne|je|in|im|an|am|zu|für|aus|bei|nach|über|als|und|oder"
    r"|unter|minus|plus)\b)"
    r"[^\W\d_][\w-]*)+"
)
_ADJECTIVAL = re.compile(
    r"(?i)(?:vorgesetzt|angestellt|beauftragt|abgeordnet|verantwortlich|vorsitzend|beamt|delegiert|bevollmächtigt)er"
)
_MADE = re.compile(r"(?:Gesamt|Durchschnittlich|Niedrigst|Höchst|Frühest|Spätest)e[rs]? ")
_TITLE = re.compile(r"[A-ZÄÖÜ]\w*e[rs]? (?:[a-zäöü]\w*e[rs]? )*[A-ZÄÖÜ]")
_SPANS = re.compile(r"\b(Tag|Monat|Jahr)e\b")
_AFTER_VON = re.compile(
    r"\bvon (?:mehr als |weniger als |mindestens |höchstens |jeweils )?[\d.,]+ (?:Tage|Monate|Jahre)\b"
)
_TOWARDS = frozenset(
    (
        "berichtet",
        "geliefert",
        "gesendet",
        "geschickt",
        "gemeldet",
        "vergeben",
        "verkauft",
        "verliehen",
        "vermietet",
        "übergeben",
    )
)
_LATE = re.compile(  # "die Führungskraft, an die sie berichten, liegt": the verb comes before the clause
    r"(, (?:(?:an|aus|bei|für|in|mit|nach|von|zu) )?(?:der|die|das|den|dem|denen|deren|dessen) [^,;:„“]*),"
    r" (ist|sind|liegt|liegen)(?=[,;:.)]|$)"
)
_OWNED = {"der": "{}", "jeweilig": "{} jeweiligen", "derselbe": "{}selben", "ein": "eine{}", "ihr": "ihre{}"}
ENTRY, GIVEN, VALUE = "Eintrag", "Angabe", "Wert"  # of a class, of a property, of a measure


@cache
def _table() -> dict[str, Gender]:
    table = tomllib.loads(files("kgqa.restate").joinpath("genders.toml").read_text("utf-8"))
    found: dict[str, Gender] = {}
    for gender in ("m", "f", "n"):
        found |= dict.fromkeys(table[gender].split(), gender)
    return found


@cache
def _weak() -> frozenset[str]:
    table = tomllib.loads(files("kgqa.restate").joinpath("genders.toml").read_text("utf-8"))
    return frozenset(table["weak"].split())


@lru_cache(KEPT)
def gender_of(noun: str) -> Gender:
    """The gender of a noun by its last word, "p" for a plural; "" where it is not known."""
    word = re.split(r"[ /]", noun)[-1].rsplit("-", maxsplit=1)[-1]
    if not word[:1].isalpha() or word[:1].islower():
        return ""
    ends = [part for _, part in parts(word)]
    for part in [word, *ends]:
        if part in _table():
            return _table()[part]
        if part in ends and lemma(part) != part and lemma(part) + "e" != part and plural(lemma(part)) == part:
            return "p"
    low = word.lower()
    if low.endswith(("kosten", "stunden", "daten")):
        return "p"
    for endings, gender in ((_FEMININE, "f"), (_NEUTER, "n"), (_MASCULINE, "m")):
        if low.endswith(endings) and len(low) > 4:  # noqa: PLR2004 - an ending is not the whole word
            return gender  # type: ignore[return-value]
    return ""


def _split(phrase: str) -> tuple[list[str], str, str]:
    """The adjectives, the noun and what follows it: "durchschnittliche", "Lieferzeit", " der Lieferanten"."""
    found = _NOUN.match(phrase) or _LABEL.match(phrase)
    if found is None:
        return [], phrase, ""
    noun, rest = found[2], found[3] or ""
    if not gender_of(noun) and (more := _MORE.match(rest)):  # a name of several words
        noun, rest = noun + more[0], rest[more.end() :]
    return (found[1] or "").split(), noun, rest


def inflected(article: str, phrase: str, case: Case) -> str:
    """The phrase after an article in a case: ("ein", "Listenpreis", "dat") -> "einem Listenpreis"."""
    adjectives, noun, rest = _split(phrase)
    if article == "gen":  # of several, whatever their gender
        return " ".join(("der", *(re.sub("e[rsnm]?$", "en", word) for word in adjectives), noun)) + rest
    gender = gender_of(noun)
    at = _CASES.index(case)
    if not gender:
        if adjectives:  # "der höchste Wert für „Foo“"
            return inflected(article, f"{' '.join(adjectives)} {VALUE} für {_quoted(noun)}{rest}", case)
        return (
            phrase if article == "stark" else inflected(article, f"{_kind(noun)} {_quoted(noun)}{rest}", case)
        )
    many = gender == "p"
    match article:
        case "ein" if many:
            word, ends = "", _STRONG
        case "ein" | "kein" | "ihr":
            word, ends = f"{article}{_EIN[gender][at]}", _AFTER_EIN
        case "jeweilig":
            word, ends = f"{_DER[gender][at]} jeweilig{_AFTER_DER[gender][at]}", _AFTER_DER
        case "derselbe":
            word, ends = f"{_DER[gender][at]}selb{_AFTER_DER[gender][at]}", _AFTER_DER
        case "stark":
            word, ends = "", _STRONG
        case _:
            word, ends = _DER[gender][at], _AFTER_DER
    told = [re.sub("e[rsnm]?$", ends[gender][at], word) for word in adjectives]
    if _ADJECTIVAL.fullmatch(noun):
        return " ".join(filter(None, (word, *told, re.sub("er$", ends[gender][at], noun)))) + rest
    return " ".join(filter(None, (word, *told, _cased(noun, gender, case)))) + rest


def genitive(article: str, phrase: str) -> str:
    """Whose something is: "der Führungskraft", "des jeweiligen Produkts"; "" where the form is not known."""
    adjectives, noun, rest = _split(phrase)
    gender = gender_of(noun)
    is_bare = article == "ein" and gender == "p"
    if article not in _OWNED or not gender or is_bare or _ADJECTIVAL.fullmatch(noun):
        return ""
    is_strong = gender in "mn"
    if is_strong and not (noun := _of_one(noun, gender)):
        return ""
    ending = ("s" if is_strong else "r") if article in ("ein", "ihr") else ("des" if is_strong else "der")
    told = [re.sub("e[rsnm]?$", "en", word) for word in adjectives]
    return " ".join((_OWNED[article].format(ending), *told, noun)) + rest


def _of_one(noun: str, gender: Gender) -> str:
    """The genitive of a masculine or neuter noun, where the dictionary has it."""
    if (weak := _cased(noun, gender, "dat")) != noun:
        return f"{weak}s" if lemma(f"{weak}s") == noun else weak  # "des Namens"
    made = (noun + end for _, part in parts(noun) for end in ("s", "es") if lemma(part + end) == part)
    return next(made, "")


def _kind(noun: str) -> str:
    return GIVEN if noun[:1].islower() else ENTRY


def _quoted(noun: str) -> str:
    return noun if noun.startswith("„") else f"„{noun}“"


def the(phrase: str) -> str:
    """The phrase with its article, whatever stood before it."""
    for mark in ("‹stark ", "‹ein ", "‹der "):
        if phrase.startswith(mark):
            return "‹der " + phrase.removeprefix(mark)
    return f"‹der {phrase}›" if _NOUN.match(phrase) or _LABEL.match(phrase) else phrase


def without_article(phrase: str) -> str:
    """The phrase without its article."""
    if not phrase.startswith("‹der "):
        return phrase
    depth = 0
    for at, char in enumerate(phrase):
        depth += (char == "‹") - (char == "›")
        if not depth:
            return phrase[len("‹der ") : at] + phrase[at + 1 :]
    return phrase


def head_of(phrase: str) -> str:
    """The noun of a phrase."""
    return _split(_ANY_MARK.sub("", phrase))[1]


def uncapitalised(title: str) -> str:
    """A title inside a sentence: "Bestelltes Produkt" -> "bestelltes Produkt"."""
    first, _, rest = title.partition(" ")
    if _TITLE.match(title) and (_MADE.match(title) or not gender_of(first)):
        return f"{first[:1].lower()}{first[1:]} {rest}"
    return title


def is_known(phrase: str) -> bool:
    """Whether the gender of a phrase's noun is known."""
    return bool(gender_of(head_of(phrase)))


def _cased(noun: str, gender: Gender, case: Case) -> str:
    if gender == "p":
        return f"{noun}n" if case == "dat" and noun.endswith(("e", "er", "el")) else noun
    if gender != "m" or case == "nom":
        return noun
    ends = [part for _, part in parts(noun)]
    if not (any(p in _weak() for p in (noun, *ends[:1], *ends[-1:])) or noun.lower().endswith(_WEAK_ENDINGS)):
        return noun
    return f"{noun}n" if noun.endswith("e") else f"{noun}en"


def case_after(before: str) -> Case:
    """The case that a word governs: "mit" the dative."""
    if before in _DATIVE:
        return "dat"
    return "acc" if before in _ACCUSATIVE else "nom"


def relative(head: str, text: str) -> str:
    """The clauses of a noun in the singular, whose relative pronouns follow its gender."""
    if "‹R" not in text:
        return text
    noun = _split(head.removeprefix("‹ein ").removesuffix("›"))[1]
    gender = gender_of(noun) or gender_of(_kind(noun))
    told = (
        text.replace("‹R›", _DER[gender][0])
        .replace("‹Rdat›", _DER[gender][2])
        .replace("‹Racc›", _DER[gender][1])
    )
    return told.replace("‹Rgen›", _WHOSE[gender])


def which(before: str, verb: str, *, many: bool) -> str:
    """The preposition of a label with a relative pronoun: "am Standort" -> "an denen"."""
    first = before.split(" ", maxsplit=1)[0]
    is_dative = case_after(first) == "dat" and not (first == "an" and verb in _TOWARDS)
    pronoun = ("denen" if is_dative else "die") if many else ("‹Rdat›" if is_dative else "‹Racc›")
    return f"{_APART.get(first, first)} {pronoun}".strip()


def governed(before: str, verb: str, value: str) -> tuple[str, str]:
    """A preposition and what follows it; "am Standort" and "‹jeweilig Standort›" do not say a noun twice."""
    if before == "an" and verb in _TOWARDS:
        value = _FIRST.sub(r"‹\1:acc ", value)
    if value.startswith("‹") and (" " in before or before in _APART) and not before.endswith(" von"):
        first = before.split(" ", maxsplit=1)[0]
        return _APART.get(first, first), value
    return before, value


def finished(text: str) -> str:
    """A sentence with its marks resolved."""
    text = text.replace("nicht ‹ein ", "‹kein ")
    while (told := _MARK.sub(_resolved, text)) != text:
        text = told
    text = _ENTRIES.sub(r"\1n", text.replace("⸱", ""))
    text = _AFTER_VON.sub(lambda found: in_dative(found[0]), _END.sub(_closed, text))
    return _LATE.sub(r" \2\1", text)


def _resolved(found: re.Match[str]) -> str:
    before, space = found[1] or "", found[2] or ""
    if found[3] and (owned := genitive(found[4], found[6])):
        return owned
    case: Case = found[5] or case_after(before.lower())  # type: ignore[assignment]
    told = inflected(found[4], found[6], case)
    article, _, rest = told.partition(" ")
    if (contracted := _CONTRACTED.get(f"{before.lower()} {article}")) and found[4] in ("der", "jeweilig"):
        return f"{contracted} {rest}"
    return f"{before}{space}{told}"


def _closed(found: re.Match[str]) -> str:
    """The comma that ends a relative clause, where the sentence goes on without another mark."""
    return found[1] if found[2] in ("", ",", ";", ".", ":", "(", ")", "]", "⸴") else f",{found[1]}"


def in_dative(text: str) -> str:
    """Spans of time after "von": "60 Tagen"."""
    return _SPANS.sub(r"\1en", text)
