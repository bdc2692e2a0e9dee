"""The terms of a plain query: names, literals, and paths of names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rdflib import Literal as RdfLiteral
from rdflib.compat import decodeUnicodeEscape
from rdflib.namespace import XSD as TYPES

from kgqa.ontology import RDF_TYPE, XSD
from kgqa.sparql.model import Alternative, Inverse, Iri, Lit, Path, Repeat, Sequence, Var
from kgqa.sparql.plain.tokens import ABSOLUTE, LANGUAGE, MOST_DIGITS, NotPlainError, Taking


class Terms(Taking):
    """Reads terms; each method takes what it is named for, or gives up."""

    def __init__(self, text: str, known: Mapping[str, str]) -> None:
        """`known` are namespaces by the prefixes that the text need not declare."""
        super().__init__(text)
        self.known = known
        self.declared: dict[str, str] = {}
        self.added: dict[str, str] = {}

    def variable(self) -> Var:
        return Var(self.take("variable"))

    def thing(self) -> Var | Iri:
        return self.variable() if self.next.kind == "variable" else self.iri()

    def iri(self) -> Iri:
        if self.next.kind == "iri":
            return Iri(self.address())
        prefix, _, local = self.take("name").partition(":")
        if prefix not in self.declared:
            if prefix not in self.known:
                raise NotPlainError
            self.added[prefix] = self.known[prefix]
        return Iri((self.declared if prefix in self.declared else self.known)[prefix] + local)

    def address(self) -> str:
        """The inside of <...>."""
        if not ABSOLUTE.match(self.next.text):
            raise NotPlainError
        return self.take("iri")

    def constant(self) -> Lit | None:
        """A literal, if one comes."""
        kind, text, _, end, word = self.next
        if kind == "number":
            if len(text) > MOST_DIGITS:
                raise NotPlainError
            self.at += 1
            number = RdfLiteral(text, datatype=TYPES.integer if text.isdecimal() else TYPES.decimal)
            return Lit(str(number), str(number.datatype))  # as rdflib spells it
        if word and text in ("true", "false"):
            self.at += 1
            return Lit(text, XSD + "boolean")
        if kind != "string":
            return None
        self.at += 1
        value = decodeUnicodeEscape(text[1:-1]) if "\\" in text else text[1:-1]
        following = self.next
        if following.kind == "language":
            self.adjoins(end)
            if not LANGUAGE.fullmatch(following.text):
                raise NotPlainError
            return Lit(value, None, self.take("language").lower())
        if self.takes("^^"):
            self.adjoins(following.end)
            datatype = self.iri().value
            return Lit(value, None if datatype == XSD + "string" else datatype)
        return Lit(value)

    def adjoins(self, end: int) -> None:
        """The whole grammar wants no blank between a literal and its language or type."""
        if self.next.start != end:
            raise NotPlainError

    # ── paths ────────────────────────────────────────────────────────────────────────────────────

    def predicate(self) -> Var | Path:
        return self.variable() if self.next.kind == "variable" else self.path()

    def path(self) -> Path:
        ways = self.parted("|", self.sequence)
        return ways[0] if len(ways) == 1 else Alternative(ways)

    def sequence(self) -> Path:
        steps = self.parted("/", self.step)
        return steps[0] if len(steps) == 1 else Sequence(steps)

    def step(self) -> Path:
        backward = self.takes("^")
        step: Path = self.inner() if self.takes("(") else self.property()
        match self.takes("*", "+", "?"):
            case "*" | "+" | "?" as mark:
                step = Repeat(step, mark)
        return Inverse(step) if backward else step

    def inner(self) -> Path:
        path = self.path()
        self.must(")")
        return path

    def property(self) -> Iri:
        return Iri(RDF_TYPE) if self.next.text == "a" and self.says("A") else self.iri()

    def parted(self, mark: str, read: Callable[[], Path]) -> tuple[Path, ...]:
        """One or more parts of a path, with a mark between them."""
        found = [read()]
        while self.takes(mark):
            found.append(read())
        return tuple(found)
