"""What commands and pages say of the record alike: its outcomes in words, and all of it as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any

from bot.cards.view import clean, visible
from bot.message import Message, Reply
from kgqa.audit import Act, Forgotten, Happened, Listed, Proof, Whole
from kgqa.trace import as_json
from kgqa.types import Answer, EffectiveRights, Executed, Outcome

_WORDS = {
    Outcome.NOTHING_FOUND: "nothing found",
    Outcome.CLARIFY: "asked back",
    Outcome.NOT_IN_GRAPH: "not in the graph",
}
_KINDS = {  # of entries
    "opened": "recorded",
    "begun": "work began",
    "closed": "answer recorded",
    "sending": "about to be posted",
    "not_posted": "not posted, to be tried again",
    "given_up": "not posted, given up",
}


def outcome_name(outcome: Outcome | None) -> str:
    """An outcome in words."""
    if outcome is None:
        return "open"
    return _WORDS.get(outcome, outcome.value.replace("_", " "))


def outcome_words(one: Listed) -> str:
    """How it went, and with how many rows."""
    said = outcome_name(one.outcome)
    return f"{said}, {rows(one)}" if one.outcome is Outcome.ANSWERED and one.rows is not None else said


def where(one: Listed) -> str:
    """Where it was asked."""
    channel = "" if one.channel == one.platform else one.channel
    return clean(" ".join(filter(None, (one.platform, channel))))


def rows(one: Listed) -> str:
    """How many rows: “1 row”, “10,000 or more rows”."""
    more = " or more" if one.truncated else ""
    return counted(one.rows or 0, "row", more)


def version(fingerprint: str) -> str:
    """The version of a graph, as much of it as tells it apart."""
    return clean(fingerprint[:12])


def counted(count: int, noun: str, more: str = "", *, plural: str = "") -> str:
    """“1 link”, “12 links”."""
    return f"{count:,}{more} {noun if count == 1 and not more else plural or noun + 's'}"


def happened_words(each: Happened) -> tuple[str, str]:
    """What happened and by whom, and what is known of it beside."""
    said = _KINDS.get(each.kind, each.kind.replace("_", " "))
    details = {name: _text(value) for name, value in each.details.items() if _text(value)}
    by = details.pop("by", "")
    details.pop("among_others", "")  # as usual
    told = ", ".join(f"{name} {value}" for name, value in details.items())
    return said + clean(f" by {by}" if by else ""), clean(told)


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def act_words(act: Act, *, but: Collection[str] = ()) -> str:
    """What is known of an act, in a line; `but` what is said otherwise."""
    told = {name: value for name, value in {**act.facts, **act.details}.items() if name not in but}
    return clean(", ".join(f"{name} {_short(value)}" for name, value in told.items()))


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):  # of references, or of links from and to
        return " ".join("-".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
    return str(value)


def held(whole: Whole) -> tuple[bool, str]:
    """Whether a record is what was written, and by which links that is known; or what is wrong."""
    if whole.broken:
        return False, clean(whole.broken)
    links = [each.link for each in whole.happened]
    if not all(links) or not links:
        return False, "Some of it stands in no link of the chain."
    numbers = f"links {min(links)} to {max(links)}" if len(links) > 1 else f"link {links[0]}"
    return True, f"What stands here is what was written, by {numbers} of the chain."


def executed_words(each: Executed) -> str:
    """What came of a query that was sent, and where: “6 rows in 4 ms from Company”."""
    more = " or more" if each.truncated else ""
    if each.rows is not None:
        told = counted(each.rows, "row", more)
    else:
        told = f"no result: {each.error}" if each.error else "no result: the work was cut off"
    taken = f" in {each.seconds * 1000:,.0f} ms" if each.seconds else ""
    graph = f" from {each.graph}" if each.graph and each.rows is not None else ""
    times = f", sent {each.times} times" if each.times > 1 else ""
    return clean(f"{told}{taken}{graph}{times}")


def executed_text(each: Executed) -> str:
    """The text of a query that was sent, and how much of it is not kept."""
    cut = f"\n… {each.left_out:,} more characters are not kept" if each.left_out else ""
    return visible(each.text.strip() + cut)


def rights_words(rights: EffectiveRights) -> tuple[tuple[str, str], ...]:
    """By which rights a question was answered: what each line is called, and what it says."""
    told = [
        (
            "rules",
            f"file with the sha256 {rights.rules}" if rights.rules else "none: people are not told apart",
        )
    ]
    if rights.rules:
        told += [
            ("closed to the asker", _listed(rights.own)),
            ("closed to all who read there", _listed(rights.here)),
            ("applied to the answer", _listed(rights.applied)),
        ]
    told += [("closed in the graph", _listed(rights.closed))]
    told += [("guest", "guests may not ask")] if rights.is_guest else []
    told += [("directory", "away, so less may have been open")] if rights.is_unsure else []
    return tuple((name, clean(said)) for name, said in told)


def _listed(names: Collection[str]) -> str:
    return ", ".join(names) or "nothing"


def reply_of(whole: Whole) -> Reply:
    """A record with an answer, as the reply that was drawn for the chat; with the steps of work that was cut
    off, which the chat did not show.
    """
    assert whole.answer is not None  # noqa: S101
    one = whole.listed
    message = Message(
        platform=one.platform,
        event=whole.event,
        tenant=one.tenant,
        channel=one.channel,
        thread=whole.thread,
        person=one.person,
        text=one.question,
        sent_at=one.asked_at,
        address="",
        language=whole.language,
        private=True,
    )
    return Reply(message=message, answer=_with_steps(whole.answer), reference=one.reference)


def _with_steps(answer: Answer) -> Answer:
    return replace(answer, trace=answer.trace or answer.cut_off)


def plain(one: Listed) -> dict[str, Any]:
    """A record of a list."""
    return {
        "record": one.reference,
        "asked_at": one.asked_at.isoformat(),
        "opened_at": one.opened_at.isoformat(),
        "platform": one.platform,
        "tenant": one.tenant,
        "channel": one.channel,
        "person": one.person,
        "question": one.question,
        "outcome": one.outcome.value if one.outcome else "open",
        "graph": one.graph,
        "strategy": one.strategy,
        "rows": one.rows,
        "truncated": one.truncated,
        "seconds": one.seconds,
        "query": one.query,
        "query_sha256": one.sha256,
        "result_sha256": one.result_sha256,
        "forgotten": one.is_forgotten,
    }


def plain_proof(proof: Proof) -> dict[str, Any]:
    """What verifying found."""
    broken = proof.broken
    return {
        "holds": broken is None,
        "links": proof.links,
        "records": proof.records,
        "forgotten": proof.forgotten,
        "checkpoints": proof.checkpoints,
        "head": proof.head,
        "broken": None
        if broken is None
        else {"link": broken.link or None, "record": broken.reference or None, "what": broken.what},
    }


def plain_act(act: Act) -> Mapping[str, Any]:
    """An act."""
    return {
        "number": act.number,
        "at": act.at.isoformat(),
        "kind": act.kind,
        "by": act.by,
        "facts": act.facts,
        "details": act.details,
    }


def plain_forgotten(extent: Forgotten) -> Mapping[str, Any]:
    """What forgetting empties."""
    return {
        "person": extent.person,
        "records": extent.records,
        "deeds": extent.deeds,
        "others": extent.others,
    }


def plain_story(whole: Whole) -> Mapping[str, Any]:
    """All of a record as plain data."""
    return {
        **plain(whole.listed),
        "event": whole.event,
        "thread": whole.thread,
        "message": whole.message,
        "language": whole.language,
        "closed_at": whole.closed_at.isoformat() if whole.closed_at else None,
        "fingerprint": whole.fingerprint,
        "history": list(whole.history),
        "answer": as_json(_with_steps(whole.answer)) if whole.answer else None,
        "rights": asdict(whole.answer.rights) if whole.answer and whole.answer.rights else None,
        "executed": [asdict(each) for each in (whole.answer.executed if whole.answer else ())],
        "happened": [
            {
                "number": each.number,
                "kind": each.kind,
                "at": each.at.isoformat(),
                "details": dict(each.details),
                "link": each.link or None,
            }
            for each in whole.happened
        ],
        "holds": not whole.broken,
        "broken": whole.broken or None,
    }
