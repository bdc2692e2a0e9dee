"""What makes the record quick to search, however long it is: words, and terms with their postings.

In: records as they are opened, closed and judged. Out: a statement that finds those that are wanted, the
newest first. All of it can be made anew from the record (`fill`), so it is no part of the chain.

Records are numbered here by the links that opened them: a whole number that only grows.

    record_words      the words of a question and its query: FTS5 of SQLite, a text search of PostgreSQL
    search_terms      what records are looked for by: an outcome, a graph, a judgement, an IRI of a query
    search_postings   which record has which term
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Select,
    and_,
    bindparam,
    column,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    table,
    text,
    tuple_,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from connectors.database.tables import (
    AnswerRow,
    EntryRow,
    JudgementRow,
    LinkRow,
    PostingRow,
    RecordRow,
    SearchTermRow,
)
from kgqa.audit import Wanted

Term = tuple[str, str]  # its kind, "outcome", "graph", "judged", "review" or "iri", and what it is

REVIEWS = ("commented", "flagged", "unflagged", "approved")
OPEN: Term = ("outcome", "open")
_WORDS = table("record_words", column("rowid"), column("words"))
_FEW = 20_000  # records of a term up to which they are sorted, in place of looking through all
_SOME = 5_000  # records that tell how common words are
_SLACK = 1_000  # links: clocks are set back, and the chain goes on
_LONGEST = 50_000  # characters of a question or a query whose words are found
_PREFIX = 3  # letters of a word from which on it finds those that begin so
_AT_ONCE = 500
_OVERWRITES = (3, 42)  # the version of SQLite from which on FTS5 overwrites what is deleted


def asked(session: Session, number: int, question: str) -> None:
    """A record was opened, by the link of this number."""
    session.execute(insert(_WORDS).values(rowid=number, words=words_of(question)))
    _post(session, number, _ids(session, [OPEN]))


def ready(session: Session) -> None:
    """Makes the term of open records, before the chain is held: who holds that waits for nobody."""
    _ids(session, [OPEN])


def answered(session: Session, reference: str) -> None:
    """A record was closed."""
    number, record, answer = (
        number_of(session, reference),
        session.get(RecordRow, reference),
        session.get(AnswerRow, reference),
    )
    if number is None or record is None or answer is None:
        return
    _write_words(session, number, words_of(record.question, answer.query or ""))
    _unpost(session, number, [OPEN])
    _post(session, number, _ids(session, terms_of(answer.outcome, answer.graph, answer.query)))


def judged(session: Session, reference: str) -> None:
    """What people think of an answer has changed."""
    number = number_of(session, reference)
    if number is None:
        return
    verdicts = set(session.scalars(select(JudgementRow.verdict).where(JudgementRow.reference == reference)))
    _unpost(session, number, [("judged", "up"), ("judged", "down")])
    _post(session, number, _ids(session, [("judged", verdict) for verdict in sorted(verdicts)]))


def reviewed(session: Session, reference: str) -> None:
    """Somebody reviewed an answer."""
    number = number_of(session, reference)
    if number is None:
        return
    of_it = select(EntryRow.kind).where(EntryRow.reference == reference, EntryRow.kind.in_(REVIEWS))
    terms = _reviews(session.scalars(of_it.order_by(EntryRow.number)))
    _unpost(session, number, [("review", kind) for kind in REVIEWS])
    _post(session, number, _ids(session, terms))


def _reviews(kinds: Iterable[str]) -> list[Term]:
    """The terms of what was said in reviews, the oldest first: a flag may be taken back."""
    said = dict.fromkeys(REVIEWS, False)
    for kind in kinds:
        said[kind] = True
        if kind == "unflagged":
            said["flagged"] = said["unflagged"] = False
    return [("review", kind) for kind, is_so in said.items() if is_so]


def forgotten(session: Session, references: Iterable[str]) -> None:
    """The words of these questions are gone; those of their queries stay. Whoever empties calls `overwritten`
    in the end.
    """
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    if is_sqlite and sqlite3.sqlite_version_info >= _OVERWRITES:
        session.execute(text("INSERT INTO record_words(record_words, rank) VALUES('secure-delete', 1)"))
    for reference in references:
        number, answer = number_of(session, reference), session.get(AnswerRow, reference)
        if number is not None:
            _write_words(session, number, words_of(answer.query or "" if answer else ""))


def overwritten(session: Session) -> None:
    """What was forgotten is gone from the file as well: an older SQLite has to write all words anew."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    if is_sqlite and sqlite3.sqlite_version_info < _OVERWRITES:
        session.execute(text("INSERT INTO record_words(record_words) VALUES('optimize')"))


def number_of(session: Session, reference: str) -> int | None:
    """The number of the link that opened a record."""
    first = select(LinkRow.number).where(LinkRow.reference == reference, LinkRow.entry == 1)
    return session.scalar(first)


# ── words and terms ──────────────────────────────────────────────────────────────────────────────


def words_of(*texts: str) -> str:
    """The words of texts as they are searched for: small letters without marks, between blanks."""
    return " ".join(word for said in texts for word in _words(said[:_LONGEST]))


def _words(said: str) -> list[str]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", said) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", plain.casefold())


def terms_of(outcome: str, graph: str | None, query: str | None) -> list[Term]:
    """The terms of an answer."""
    terms: list[Term] = [("outcome", outcome)]
    if graph:
        terms.append(("graph", graph))
    return [*terms, *(("iri", iri) for iri in _iris(query or ""))]


@lru_cache(maxsize=4096)
def _iris(query: str) -> tuple[str, ...]:
    # They take a second to load, and an upgrade of the database waits for nothing with its lock held.
    from kgqa.check.iris import COMMON, iris_of
    from kgqa.sparql import ParsedQuery, parse

    parsed = parse(query) if query else None
    if not isinstance(parsed, ParsedQuery):
        return ()
    return tuple(dict.fromkeys(iri for iri in iris_of(parsed) if not iri.startswith(COMMON)))


def name_of(iri: str) -> str:
    """The last part of an IRI, by which people know it: "weight" of https://company.example/def/weight."""
    return re.split(r"[#/:]", iri.rstrip("#/:"))[-1].casefold()


# ── what is wanted ───────────────────────────────────────────────────────────────────────────────


def narrowed(session: Session, wanted: Wanted, found: Select[Any], before: str) -> Select[Any] | None:
    """`found`, a statement over records, narrowed to what is wanted of words and terms, the newest first, and
    to those older than the record `before`; None where nothing can be like that.
    """
    words = _words(wanted.text)
    sets = [_known(session, one) for one in _sets(wanted)]
    if not all(sets) or (wanted.text and not words):
        return None
    opened = and_(LinkRow.reference == RecordRow.reference, LinkRow.entry == 1)
    found = found.join(LinkRow, opened)
    number: Any = LinkRow.number
    fewest = min((_count(session, ids) for ids in sets), default=_FEW + 1)
    asked_there = _asked(session, wanted)
    few = min(fewest, asked_there)
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    if words and few <= _FEW and (not is_sqlite or _worded(session, words, few) >= few):
        # Few are left without the words: these are looked through.
        found = found.join(_WORDS, _WORDS.c.rowid == LinkRow.number)
        found, words = found.where(*_said(session, _WORDS.c.words, words)), []
    if not words and asked_there <= min(fewest, _FEW):
        found = _narrow(session, wanted, found, number, sets)
        return newest(session, found, before)  # by their time, as the index of a person or a channel has them
    if words and is_sqlite:
        found = found.join(_WORDS, _WORDS.c.rowid == LinkRow.number)
        found, number = found.where(_match(words)), _WORDS.c.rowid
    elif words:
        worded: FromClause = _WORDS
        if _is_common(session, wanted, words, before):
            found = found.where(*_said(session, _WORDS.c.words, words))
        else:
            worded = select(_WORDS.c.rowid).where(_in_postgres(words)).cte().prefix_with("MATERIALIZED")
        # With a sum, PostgreSQL does not walk along all links to meet these in their order.
        found, number = found.join(worded, worded.c.rowid + 0 == LinkRow.number), worded.c.rowid
    elif sets:
        first = min(sets, key=lambda ids: _count(session, ids))
        posting = aliased(PostingRow)
        if len(first) == 1:
            found = found.join(posting, and_(posting.number == LinkRow.number, posting.term == first[0]))
            number = posting.number
            sets.remove(first)
        elif _count(session, first) <= _FEW:
            found = found.where(LinkRow.number.in_(select(posting.number).where(posting.term.in_(first))))
            sets.remove(first)
    return _rest(session, wanted, found, number, sets, before)


def newest(session: Session, found: Select[Any], before: str) -> Select[Any] | None:
    """Records by their time, newest first, older than the record `before`; None where there is none such."""
    if before:
        at = session.scalar(select(RecordRow.opened_at).where(RecordRow.reference == before))
        if at is None:
            return None
        place = tuple_(RecordRow.opened_at, RecordRow.reference)
        found = found.where(place < tuple_(literal(at, RecordRow.opened_at.type), literal(before)))
    return found.order_by(RecordRow.opened_at.desc(), RecordRow.reference.desc())


def _rest(
    session: Session,
    wanted: Wanted,
    found: Select[Any],
    number: Any,
    sets: Sequence[Sequence[int]],
    before: str,
) -> Select[Any] | None:
    """What is wanted beside that which the search begins with, by the numbers of records."""
    found = _narrow(session, wanted, found, number, sets)
    if before:
        last = number_of(session, before)
        if last is None:
            return None
        found = found.where(number < last)
    return found.order_by(number.desc())


def _narrow(
    session: Session, wanted: Wanted, found: Select[Any], number: Any, sets: Sequence[Sequence[int]]
) -> Select[Any]:
    for ids in sets:
        posting = aliased(PostingRow)
        found = found.where(exists().where(posting.term.in_(ids), posting.number == LinkRow.number))
    for bound in _between(session, wanted, number):
        found = found.where(bound)
    return found


def is_narrow(wanted: Wanted) -> bool:
    """Whether anything of words or terms is wanted."""
    return bool(wanted.text or _sets(wanted))


def _sets(wanted: Wanted) -> list[list[Term]]:
    """Of each set of terms a record has one."""
    sets: list[list[Term]] = [[("outcome", outcome) for outcome in wanted.outcomes]]
    sets += [
        [(kind, value)]
        for kind, value in (("graph", wanted.graph), ("judged", wanted.judged), ("review", wanted.reviewed))
        if value
    ]
    if wanted.touching:
        sets.append([("iri", wanted.touching)])
    return [one for one in sets if one]


def _known(session: Session, terms: Iterable[Term]) -> list[int]:
    """The ids of terms that records have; an IRI may be given by its last part, too."""
    found: dict[int, None] = {}
    for kind, value in terms:
        same = select(SearchTermRow.id).where(SearchTermRow.kind == kind)
        exact = session.scalars(same.where(SearchTermRow.value == value.strip("<>"))).all()
        if not exact and kind == "iri":
            exact = session.scalars(same.where(SearchTermRow.name == name_of(value))).all()
        found.update(dict.fromkeys(exact))
    return list(found)


def _count(session: Session, ids: Sequence[int]) -> int:
    """How many records have one of these terms."""
    return _few(session, select(PostingRow.number).where(PostingRow.term.in_(ids)))


def _few(session: Session, found: Select[Any]) -> int:
    """How many a statement finds, up to one more than a few."""
    some = found.limit(_FEW + 1).subquery()
    return session.scalar(select(func.count()).select_from(some)) or 0


def _asked(session: Session, wanted: Wanted) -> int:
    """How many were asked by the person, or in the channel, that is wanted; more than a few for neither."""
    here = list(of_place(wanted))
    return _few(session, select(RecordRow.reference).where(*here)) if here else _FEW + 1


def _worded(session: Session, words: Sequence[str], most: int) -> int:
    """How many records have these words, up to so many. SQLite counts them at once."""
    some = select(_WORDS.c.rowid).where(_match(words)).limit(most)
    return session.scalar(select(func.count()).select_from(some.subquery())) or 0


def _is_common(session: Session, wanted: Wanted, words: Sequence[str], before: str) -> bool:
    """Whether one of a hundred has these words, of the newest that may be wanted. PostgreSQL reads all with
    a word from its index before it shows the newest, so common ones are looked for from the newest on.
    """
    newest = select(_WORDS.c.words).where(*_between(session, wanted, _WORDS.c.rowid))
    if before:
        newest = newest.where(_WORDS.c.rowid < number_of(session, before))
    some = newest.order_by(_WORDS.c.rowid.desc()).limit(_SOME).subquery()
    found = select(func.count()).where(*_said(session, some.c.words, words))
    return (session.scalar(found) or 0) >= _SOME // 100


def of_place(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """By whom and in which channel a record was asked."""
    if wanted.who:
        yield is_who(wanted.who)
    if wanted.channel:
        yield _is_of(RecordRow.channel, wanted.channel)


def is_who(who: str) -> ColumnElement[bool]:
    """Whether a record was asked by this person."""
    return _is_of(RecordRow.person, who)


def _is_of(column: InstrumentedAttribute[str], said: str) -> ColumnElement[bool]:
    """Whether a record has this id of a person or a channel: an id alone, or after platform and tenant."""
    platform, _, rest = said.partition(":")
    tenant, colon, name = rest.partition(":")
    if not colon:
        return column == said
    return and_(RecordRow.platform == platform, RecordRow.tenant == tenant, column == name)


def _said(session: Session, said: ColumnElement[str], words: Sequence[str]) -> Iterator[ColumnElement[bool]]:
    """As `_match`, for records that are looked through. PostgreSQL takes this for true of many, and LIKE for
    true of hardly any: then it would begin with it.
    """
    place = func.instr if session.get_bind().dialect.name == "sqlite" else func.strpos
    for word in words:
        end = "" if len(word) >= _PREFIX else " "
        yield place(literal(" ") + said + literal(" "), f" {word}{end}") > 0


def _between(session: Session, wanted: Wanted, number: Any) -> Iterator[ColumnElement[bool]]:
    """Where the numbers of a time lie, about: the time itself is compared as well."""
    at = RecordRow.opened_at
    if wanted.since:
        first = select(RecordRow.reference).where(at >= wanted.since).order_by(at).limit(1)
        found = number_of(session, session.scalar(first) or "")
        if found is not None:
            yield number >= found - _SLACK
    if wanted.until:
        last = select(RecordRow.reference).where(at < wanted.until).order_by(at.desc()).limit(1)
        found = number_of(session, session.scalar(last) or "")
        if found is not None:
            yield number <= found + _SLACK


def _match(words: Sequence[str]) -> ColumnElement[bool]:
    said = " ".join(f'"{word}"*' if len(word) >= _PREFIX else f'"{word}"' for word in words)
    return text("record_words MATCH :words").bindparams(bindparam("words", said))  # type: ignore[return-value]


def _in_postgres(words: Sequence[str]) -> ColumnElement[bool]:
    said = " & ".join(f"{word}:*" if len(word) >= _PREFIX else word for word in words)
    simple = text("'simple'")
    return func.to_tsvector(simple, _WORDS.c.words).op("@@")(func.to_tsquery(simple, said))


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def _write_words(session: Session, number: int, words: str) -> None:
    own = _WORDS.update().where(_WORDS.c.rowid == number)
    session.execute(own.values(words=words))


def _ids(session: Session, terms: Iterable[Term]) -> list[int]:
    """The ids of terms, which are made where they are new; always in the same order, so that two who make
    them never wait for each other.
    """
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    ids = []
    for kind, value in sorted(set(terms)):
        same = select(SearchTermRow.id).where(SearchTermRow.kind == kind, SearchTermRow.value == value)
        known = session.scalar(same)
        if known is None:
            new = dialect.insert(SearchTermRow).values(kind=kind, value=value, name=name_of(value))
            session.execute(new.on_conflict_do_nothing())
            known = session.scalar(same)
        if known is not None:
            ids.append(known)
    return ids


def _post(session: Session, number: int, ids: Sequence[int]) -> None:
    if ids:
        session.execute(insert(PostingRow), [{"term": each, "number": number} for each in ids])


def _unpost(session: Session, number: int, terms: Iterable[Term]) -> None:
    ids = _known(session, terms)
    session.execute(delete(PostingRow).where(PostingRow.term.in_(ids), PostingRow.number == number))


# ── all of it made anew ──────────────────────────────────────────────────────────────────────────

_RECORDS = """
    SELECT c.number, r.question, a.outcome, a.graph, a.query, a.reference AS closed, r.reference
    FROM record_chain c JOIN records r ON r.reference = c.reference
    LEFT JOIN record_answers a ON a.reference = c.reference
    WHERE c.entry = 1 AND c.kind = 'opened' AND c.number > :after ORDER BY c.number LIMIT :most
"""


def fill(connection: Connection, *, after: int = 0) -> None:
    """Makes what is searched of the records that were opened by links after a number."""
    ids: dict[Term, int] = {}
    verdicts: dict[str, set[str]] = {}
    for reference, verdict in connection.execute(text("SELECT reference, verdict FROM judgements")):
        verdicts.setdefault(reference, set()).add(verdict)
    said: dict[str, list[str]] = {}
    kinds = text(
        f"SELECT reference, kind FROM record_entries WHERE kind IN {REVIEWS} ORDER BY reference, number"
    )
    for reference, kind in connection.execute(kinds):
        said.setdefault(reference, []).append(kind)
    while rows := connection.execute(text(_RECORDS), {"after": after, "most": _AT_ONCE}).all():
        postings, words = [], []
        for row in rows:
            words.append({"number": row.number, "words": words_of(row.question, row.query or "")})
            terms = terms_of(row.outcome, row.graph, row.query) if row.closed else [OPEN]
            terms += [("judged", verdict) for verdict in verdicts.get(row.reference, ())]
            terms += _reviews(said.get(row.reference, ()))
            postings += [{"term": _id(connection, ids, t), "number": row.number} for t in set(terms)]
        connection.execute(text("INSERT INTO record_words(rowid, words) VALUES (:number, :words)"), words)
        connection.execute(
            text("INSERT INTO search_postings(term, number) VALUES (:term, :number)"), postings
        )
        after = rows[-1].number


def _id(connection: Connection, ids: dict[Term, int], term: Term) -> int:
    if term not in ids:
        values = {"kind": term[0], "value": term[1], "name": name_of(term[1])}
        known = text("SELECT id FROM search_terms WHERE kind = :kind AND value = :value")
        found = connection.scalar(known, values)
        if found is None:
            connection.execute(
                text("INSERT INTO search_terms(kind, value, name) VALUES (:kind, :value, :name)"), values
            )
            found = connection.scalar(known, values)
        ids[term] = int(found or 0)
    return ids[term]
