"""The manual page on the rules, made from the rules: `python -m kgqa.check.manual > docs/checks.md`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check import RULES
from kgqa.check.ends import of_kind
from kgqa.check.example import EXAMPLE
from kgqa.check.rule import Rule
from kgqa.check.words import kinds
from kgqa.ontology import local_name

_INTRODUCTION = """\
# What Querist checks before a query runs

Every query, whoever wrote it, is read and held against the graph's ontology, and against what the data
shows, before it reaches the graph. `querist check QUERY_FILE --ontology FILE` does the same by hand.

Each finding says what it rests on (broken, forbidden, entailed, unlikely, unseen, disputed, doubtful, output;
[checking.md](checking.md) explains them). An admin says which of these keep a query from running, as an
**error**; the others let it run and tell the reader, as a **warning**. Where exactly one near edit puts a
query right, it stands here.

Rules see the query as it was understood, not its text, so that spelling, comments, prefixes, `OPTIONAL`,
`UNION`, `MINUS`, `NOT EXISTS`, paths and subqueries hide nothing.

The ontology says what may be, the data what is, and they may disagree:

- A class fits where a property asks for it if it is that class, a kind of it, a wider class, or has a kind
  in common with it.
- What the ontology forbids and the data shows all the same is a warning, not an error.
- Where the ontology declares nothing, the data serves instead, and only warns.
- Where nothing is known at all, only the rules marked * apply, and the answer says so.

A text that is no query at all is refused with the place and with what was expected there. Prefixes that the
ontology declares need not be declared again.

To add a rule, write one file in `kgqa/check/rules/` and one line in `RULES`; this page is made from it.

## The ontology of the examples
"""


def manual() -> str:
    """The whole page."""
    return "\n".join((_INTRODUCTION, *_example(), "", *(line for rule in RULES for line in _rule(rule))))


def _example() -> Iterator[str]:
    yield "| property | of | leads to |"
    yield "|---|---|---|"
    for iri in EXAMPLE.properties:
        start, end = (
            ", ".join(kinds(u, EXAMPLE) for u in sides) or "anything"
            for sides in (EXAMPLE.domains(iri), EXAMPLE.ranges(iri) or (of_kind(iri, EXAMPLE),))
        )
        yield f"| `ex:{local_name(iri)}` | {start} | {end} |"
    yield ""
    trees = (
        f"`ex:{local_name(c.iri)}` is a kind of `ex:{local_name(p)}`"
        for c in EXAMPLE.classes.values()
        for p in c.parents
    )
    yield "; ".join(trees) + "."


def _rule(rule: Rule) -> Iterator[str]:
    yield f"## {rule.name.capitalize()}{'' if rule.needs_ontology else ' *'}"
    yield ""
    yield rule.why
    yield ""
    yield "Allowed:"
    yield ""
    yield "```sparql"
    yield from rule.allows
    yield "```"
    yield ""
    yield "Found:"
    yield ""
    for forbidden in rule.forbids:
        yield "```sparql"
        yield forbidden.query
        yield "```"
        yield f"> {forbidden.message} *({forbidden.ground.value})*"
        yield ""
        if forbidden.repaired is not None:
            yield "Put right:"
            yield ""
            yield "```sparql"
            yield forbidden.repaired
            yield "```"
            yield ""


if __name__ == "__main__":
    print(manual(), end="")  # noqa: T201 - this is its output
