"""The terms of a query: names, literals, blank nodes, and paths of names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from lark import Token
from rdflib import Literal as RdfLiteral
from rdflib import URIRef
from rdflib.compat import decodeUnicodeEscape

from kgqa.ontology import RDF_TYPE, XSD
from kgqa.sparql.model import Alternative, Inverse, Iri, Lit, NoneOf, Path, Repeat, Sequence, Var
from kgqa.sparql.slips.words import nearest
from kgqa.sparql.tree.branch import Branch, RefusedError, kids, named, tokens, words
from kgqa.wording.said import say

ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")  # how an address begins that is whole
LANGUAGE = re.compile(  # a language with its parts, its extensions and what is private
    r"[a-z]{2,8}(-[a-z0-9]{2,8})*(-[a-wyz0-9](-[a-z0-9]{2,8})+)*(-x(-[a-z0-9]{1,8})+)?", re.IGNORECASE
)
_LONGEST = 300  # digits of a number
_DIRECTIONS: Mapping[str, Literal["ltr", "rtl"] | None] = {"": None, "ltr": "ltr", "rtl": "rtl"}


class Terms:
    """Reads terms; knows the prefixes, and remembers which of them the text did not declare."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.base = ""
        self.declared: dict[str, str] = {}
        self.added: dict[str, str] = {}

    def prologue(self, tree: Branch) -> None:
        names = [part for part in kids(tree) if named(part) != "version"]
        for word in words(tree):
            name = "" if word == "BASE" else str(names.pop(0))[:-1]
            iri = self._absolute(str(names.pop(0))[1:-1])
            if word == "BASE":
                self.base = iri
            else:
                self.declared[name] = iri

    # ── names ────────────────────────────────────────────────────────────────────────────────────

    def variable(self, branch: Branch) -> Var:
        return Var(str(cast("Token", branch))[1:])

    def thing(self, branch: Branch) -> Var | Iri:
        return self.variable(branch) if named(branch) == "VAR" else self.iri(branch)

    def iri(self, branch: Branch) -> Iri:
        if named(branch) == "A":
            return Iri(RDF_TYPE)
        token = cast("Token", kids(branch)[0])
        if token.type == "IRIREF":
            return Iri(self._absolute(token[1:-1]))
        prefix, _, local = token.partition(":")
        return Iri(self._namespace(prefix) + _unescaped(local))

    def _namespace(self, prefix: str) -> str:
        if prefix in self.declared:
            return self.declared[prefix]
        if prefix in self.known:
            self.added[prefix] = self.known[prefix]
            return self.known[prefix]
        near = nearest(prefix, {**self.known, **self.declared})
        expected = say("a declaration of the prefix “{prefix}:”", prefix=prefix)
        raise RefusedError(
            f"{prefix}:", expected, say("Did you mean “{prefix}:”?", prefix=near) if near else ""
        )

    def _absolute(self, iri: str) -> str:
        """The IRI by the base, as far as there is one: without it, the store's own base completes the address
        (RFC 3986, 5.1), which is not known here.
        """
        if ABSOLUTE.match(iri):
            return iri
        return str(URIRef(iri, base=self.base)) if self.base else iri

    # ── literals ─────────────────────────────────────────────────────────────────────────────────

    def constant(self, branch: Branch) -> Iri | Lit:
        match named(branch):
            case "rdf_literal":
                return self._literal(branch)
            case "iri":
                return self.iri(branch)
            case "TRUE" | "FALSE":
                return Lit(str(branch).lower(), XSD + "boolean")
            case kind:
                return number(str(cast("Token", branch)), kind.removesuffix("_SIGNED").lower())

    def _literal(self, tree: Branch) -> Lit:
        """One value for one literal: "x" and "x"^^xsd:string are the same, and so are @en and @EN."""
        string, *rest = kids(tree)
        value = unquoted(cast("Token", string))
        if not rest:
            return Lit(value)
        if named(rest[0]) == "LANGTAG":
            language, _, direction = str(rest[0])[1:].partition("--")
            if direction not in _DIRECTIONS:
                raise RefusedError(
                    f"@{language}--{direction}",
                    say("--ltr or --rtl behind the language instead of --{direction}", direction=direction),
                )
            if not LANGUAGE.fullmatch(language):
                raise RefusedError(
                    f"@{language}", say("a language such as @en instead of @{language}", language=language)
                )
            return Lit(value, None, language.lower(), _DIRECTIONS[direction])
        datatype = self.iri(rest[0]).value
        return Lit(value, None if datatype == XSD + "string" else datatype)

    # ── paths ────────────────────────────────────────────────────────────────────────────────────

    def predicate(self, branch: Branch) -> Var | Path:
        return self.variable(branch) if named(branch) == "VAR" else self.path(branch)

    def path(self, branch: Branch) -> Path:
        parts = kids(branch)
        match named(branch):
            case "path":
                return Alternative(tuple(self.path(p) for p in parts))
            case "path_sequence":
                return Sequence(tuple(self.path(p) for p in parts))
            case "path_in_brackets":
                return self.path(parts[0])
            case "path_none_of":
                return NoneOf(tuple(self._excluded(p) for p in kids(parts[0])))
            case "path_step":
                marks = tokens(branch)
                path = self.path(parts[0])
                if marks[-1].type != "CARET":
                    path = Repeat(path, {"STAR": "*", "PLUS": "+", "QUESTION": "?"}[marks[-1].type])  # type: ignore[arg-type]
                return Inverse(path) if marks[0].type == "CARET" else path
            case _:
                return self.iri(branch)

    def _excluded(self, branch: Branch) -> Iri | Inverse:
        if named(branch) == "path_one":
            return Inverse(self.iri(kids(branch)[0]))
        return self.iri(branch)


def number(text: str, kind: str) -> Lit:
    """A number as rdflib spells it: 007 is 7."""
    if len(text) > _LONGEST:
        raise RefusedError(text.lstrip("+-"), say("a number of at most {most} digits", most=str(_LONGEST)))
    spelled = RdfLiteral(text, datatype=URIRef(XSD + kind))
    return Lit(str(spelled), XSD + kind)


def unquoted(token: Token) -> str:
    """The value of a string, with its escapes resolved."""
    size = 3 if token.type == "LONG_STRING" else 1
    text = token[size:-size]
    return decodeUnicodeEscape(text) if "\\" in text else text


def _unescaped(local: str) -> str:
    r"""ex:a\(b\) is ex:a(b)."""
    parts = local.split("\\")
    return "".join(parts)
