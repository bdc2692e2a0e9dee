"""The auditors' pages: routes under /audit, for those who have an account.

In: requests. Out: pages. Whatever is read here is noted in the record first, with who read it, by the same
functions that stand behind `querist audit`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from bot.audit import plain
from bot.audit.accounts import May, is_password
from bot.audit.again import beside, labels_of
from bot.audit.exports import chain_lines, csv_lines
from bot.audit.given import filters, moment, the_record, wanted
from bot.audit.names import Names
from bot.audit.rerun import Answered, run_again, with_query
from bot.audit.web import shown, usage
from bot.audit.web.drawn import HEADERS, drawn, icon, style
from bot.audit.web.oidc import BACK, NotSignedIn, Provider
from bot.audit.web.proving import Proving
from bot.audit.web.signing import Door, Visitor, is_ours, onward
from bot.cards.look import Look
from bot.desk.ports import Audit, Records, Verified
from bot.reviewers import pair_of
from kgqa.audit import Checkpoint, Listed, Wanted, Whole
from kgqa.errors import AskersMove, BadInput, OperatorsMove
from kgqa.types import ResultTable

PAGE = 50
LONGEST_COMMENT = 2_000  # characters
DAYS = 30  # of usage that are shown, unless others are wanted
MOST_DAYS = 3 * 366
_NAMED = {"since": "“From”", "until": "“Until”", "judged": "“Judged”", "reviewed": "“Review”"}
_REFERENCE = r"{reference:[0-9a-f]{4}-[0-9a-f]{2,}}"
_LINKED = ("record", "records", "again")  # of acts: told as links
_LOG = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Page = Callable[[web.Request, Visitor], Awaitable[web.StreamResponse]]
Form = Callable[[web.Request, Visitor, Mapping[str, str]], Awaitable[web.StreamResponse]]


class AuditPages:
    """`answered` asks the core, `hashed` hashes a result, `checkpoints` are those that the chain is held
    against, `verifier` is the program that verifies an export. `named` says that graphs are told apart by
    name here.
    """

    def __init__(
        self,
        *,
        audit: Audit,
        records: Records,
        door: Door,
        look: Look,
        answered: Answered,
        hashed: Callable[[ResultTable], str],
        checkpoints: Callable[[], Sequence[Checkpoint]] = tuple,
        verifier: Callable[[], str] = str,
        provider: Provider | None = None,
        library: Verified | None = None,
        names: Names | None = None,
        named: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._audit, self._records, self._door, self._look = audit, records, door, look
        self._answered, self._hashed, self._verifier = answered, hashed, verifier
        self._named, self._now, self._provider, self._library = named, now, provider, library
        self._names = names or Names()
        self._proving = Proving(audit, checkpoints)
        self._running = asyncio.Semaphore(1)  # what one auditor runs again waits for no question of anybody

    def mount(self, app: web.Application) -> None:
        """Adds the routes."""
        get, post = app.router.add_get, app.router.add_post
        get("/audit", self._page(self._list))
        get("/audit/audit.css", _style)
        get("/audit/icon.svg", _icon)
        get("/audit/sign-in", self._open(self._sign_in))
        post("/audit/sign-in", self._open(self._signed_in))
        get("/audit/sign-in/with", self._open(self._elsewhere))
        get(BACK, self._open(self._back))
        post("/audit/sign-out", self._form(self._sign_out))
        get("/audit/usage", self._page(self._usage))
        get("/audit/acts", self._page(self._acts, "acts"))
        get("/audit/chain", self._page(self._chain, "prove"))
        post("/audit/chain", self._form(self._prove, "prove"))
        get("/audit/records.csv", self._page(self._csv, "export"))
        get("/audit/record.jsonl", self._page(self._jsonl, "export"))
        get("/audit/verify_export.py", self._page(self._program, "export"))
        get(f"/audit/{_REFERENCE}", self._page(self._show))
        get(f"/audit/{_REFERENCE}.json", self._page(self._one, "export"))
        post(f"/audit/{_REFERENCE}/posted", self._form(self._posted))
        post(f"/audit/{_REFERENCE}/remarks", self._form(self._remark, "remark"))
        post(f"/audit/{_REFERENCE}/again", self._form(self._run, "run"))
        get(f"/audit/{_REFERENCE}/again/{{again:[0-9a-f]{{4}}-[0-9a-f]{{2,}}}}", self._page(self._again))
        get("/audit/{other:.*}", self._page(_nowhere))
        app.on_shutdown.append(self._proving.close)

    # ── who may ───────────────────────────────────────────────────────────────────────────────────

    def _open(self, handler: Handler) -> Handler:
        """A page for everybody; what cannot be done is told in a sentence."""

        async def opened(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except AskersMove as error:
                return _problem(400, str(error))
            except OperatorsMove as error:
                _LOG.warning("An auditors' page could not be shown: %s", error)
                return _problem(503, str(error))
            except web.HTTPException:
                raise
            except Exception as error:  # noqa: BLE001  # a defect of ours: the log has it, and nobody else
                _LOG.exception("An auditors' page could not be made.")
                return _problem(500, f"Something went wrong in Querist ({type(error).__name__}).")

        return opened

    def _page(self, page: Page, do: May = "read") -> Handler:
        """A page for those who are signed in and may do that."""

        async def opened(request: web.Request) -> web.StreamResponse:
            visitor = await self._door.visitor(request, self._now())
            if visitor is None:
                there = urlencode({"next": onward(request.path_qs)})
                raise web.HTTPSeeOther(f"/audit/sign-in?{there}", headers=HEADERS)
            if not visitor.account.may(do):
                return _problem(403, f"The role {visitor.account.role} may not do that.", visitor)
            try:
                return await page(request, visitor)
            except AskersMove as error:
                return _problem(400, str(error), visitor)

        return self._open(opened)

    def _form(self, form: Form, do: May = "read") -> Handler:
        """What a form of ours does, and of nobody else."""

        async def sent(request: web.Request, visitor: Visitor) -> web.StreamResponse:
            told = await _told(request)
            if not (self._door.is_own(request) and is_ours(told.get("mark", ""), visitor)):
                return _problem(
                    403, "This form is not of this page, or too old. Go back and reload.", visitor
                )
            return await form(request, visitor, told)

        return self._page(sent, do)

    async def _sign_in(self, request: web.Request) -> web.StreamResponse:
        there = onward(request.query.get("next", ""))
        if await self._door.visitor(request, self._now()):
            raise web.HTTPSeeOther(there, headers=HEADERS)
        return self._sign_in_page(there)

    def _sign_in_page(
        self, there: str, *, trouble: str = "", name: str = "", status: int = 200
    ) -> web.Response:
        return drawn(
            "sign_in.html",
            status=status,
            visitor=None,
            ways=(self._provider.name,) if self._provider else (),
            there=there,
            trouble=trouble,
            name=name,
            passwords=self._door.known.now().have_passwords,
        )

    async def _signed_in(self, request: web.Request) -> web.StreamResponse:
        told, now = await _told(request), self._now()
        name, there = told.get("name", "").strip(), onward(told.get("next", ""))
        if not self._door.is_own(request):
            return _problem(403, "This form is not of this page. Open the page and sign in there.")
        if wait := self._door.tries.wait(name, now):
            minutes = int(wait.total_seconds()) // 60 + 1
            said = f"Too often wrong. Try again in {plain.counted(minutes, 'minute')}."
            return self._sign_in_page(there, trouble=said, name=name, status=429)
        self._door.tries.wrong(name, now)  # until it is known to be right, so that many at once are as many
        account = self._door.known.now().named(name)
        known = account.password if account else ""
        if not await asyncio.to_thread(is_password, told.get("password", ""), known) or account is None:
            _LOG.warning(
                "Signing in at the auditors' pages went wrong%s.", f" for {account.name}" if account else ""
            )
            return self._sign_in_page(
                there, trouble="Name and password do not go together.", name=name, status=401
            )
        self._door.tries.right(name)
        await self._audit.note("sign in", by=f"page:{account.name}", facts={"way": "password"})
        response = web.HTTPSeeOther(there, headers=HEADERS)
        await self._door.enter(request, response, account, "password", now)
        raise response

    async def _elsewhere(self, request: web.Request) -> web.StreamResponse:
        """Sends the browser to the provider."""
        if self._provider is None:
            return _problem(404, "There is no such page here.")
        address, begun = await self._provider.begin(onward(request.query.get("next", "")))
        response = web.HTTPSeeOther(address, headers=HEADERS)
        self._door.keep(response, begun)
        raise response

    async def _back(self, request: web.Request) -> web.StreamResponse:
        """Somebody comes back from the provider."""
        if self._provider is None:
            return _problem(404, "There is no such page here.")
        leads = web.HTTPSeeOther("/audit", headers=HEADERS)
        begun = self._door.kept(request, leads)
        if begun is None:
            return self._sign_in_page("/audit", trouble="It took too long. Begin again.", status=400)
        try:
            identity = await self._provider.identity(request.query, begun)
        except NotSignedIn as error:
            return self._sign_in_page(begun.there, trouble=str(error), status=403)
        account = self._door.known.now().known_as(identity)
        if account is None:
            said = (
                f"{self._provider.name} knows you as {identity}, and this name has no account here. "
                "Who runs Querist can give it one."
            )
            return self._sign_in_page(begun.there, trouble=said, status=403)
        await self._audit.note("sign in", by=f"page:{account.name}", facts={"way": self._provider.kind})
        leads.headers["Location"] = begun.there
        await self._door.enter(request, leads, account, self._provider.kind, self._now())
        raise leads

    async def _sign_out(
        self, request: web.Request, visitor: Visitor, _: Mapping[str, str]
    ) -> web.StreamResponse:
        await self._audit.note("sign out", by=visitor.by, facts={})
        response = web.HTTPSeeOther("/audit/sign-in", headers=HEADERS)
        await self._door.leave(request, response)
        raise response

    # ── records ───────────────────────────────────────────────────────────────────────────────────

    async def _list(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        chosen = shown.given(request.query)
        trouble, older, found = "", "", Wanted()
        records: tuple[Listed, ...] = ()
        try:
            found = await self._wanted(chosen)
            before = await the_record(self._audit, said) if (said := request.query.get("before", "")) else ""
            records = await self._audit.find(found, most=PAGE + 1, before=before)
            older = records[PAGE - 1].reference if len(records) > PAGE else ""
            records = records[:PAGE]
        except BadInput as error:
            trouble = str(error)
        facts = {"records": [one.reference for one in records]}
        await self._audit.note("list", by=visitor.by, facts=facts, details=filters(found))
        await self._names.look_up(records)
        return drawn(
            "list.html",
            visitor=visitor,
            status=400 if trouble else 200,
            trouble=trouble,
            chosen=chosen,
            set=shown.told_of(chosen),
            lines=[shown.line_of(one, self._names) for one in records],
            graphs=await self._audit.graphs(),
            outcomes=shown.outcomes(chosen["outcome"]),
            older=shown.address(chosen, before=older) if older else "",
            newest=shown.address(chosen) if request.query.get("before") else "",
            address=shown.address,
            csv=shown.address(chosen, "/audit/records.csv"),
        )

    async def _wanted(self, chosen: Mapping[str, str]) -> Wanted:
        given = {name: chosen[name] for name in shown.FIELDS if name != "outcome"}
        several = [part for part in chosen["outcome"].split(",") if part.strip()]
        said = wanted(**given, outcome=several, now=self._now(), named=_NAMED)
        return await self._names.by_id(said, self._audit)

    async def _show(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        return await self._story(request.match_info["reference"], visitor)

    async def _story(
        self, reference: str, visitor: Visitor, compared: Mapping[str, Any] | None = None
    ) -> web.StreamResponse:
        whole = await self._audit.whole(reference)
        if whole is None:
            return _problem(404, f"No record is {reference}.", visitor)
        await self._audit.note("show", by=visitor.by, facts={"record": reference})
        opinions = await self._audit.judgements(reference)
        await self._names.look_up((whole.listed,), [opinion.by for opinion in opinions])
        story = await asyncio.to_thread(
            shown.story_of, whole, self._look, self._names, opinions, self._hashed
        )
        return drawn(
            "record.html",
            visitor=visitor,
            story=story,
            library=self._library is not None,
            longest=LONGEST_COMMENT,
            address=shown.address,
            compared=compared or {},
        )

    async def _posted(
        self, request: web.Request, visitor: Visitor, told: Mapping[str, str]
    ) -> web.StreamResponse:
        """Whether a query that somebody has in front of them is the one that ran."""
        reference, said = request.match_info["reference"], told.get("query", "")
        whole = await self._audit.whole(reference)
        digest = await asyncio.to_thread(shown.hash_of, said) if whole else ""
        same = bool(whole) and digest == (whole.listed.sha256 if whole else "")
        words = "It is the query that ran." if same else "It is not the query that ran."
        if not digest:
            words = "This is no query that can be read. Take all of it, with its PREFIX lines."
        return await self._story(
            reference, visitor, {"same": same, "told": words, "query": said, "hash": digest}
        )

    async def _one(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        reference = request.match_info["reference"]
        whole = await self._audit.whole(reference)
        if whole is None:
            return _problem(404, f"No record is {reference}.", visitor)
        await self._audit.note("export", by=visitor.by, facts={"format": "json", "record": reference})
        links = await self._audit.links_of(reference)
        told = {**plain.plain_story(whole), "links": list(links)}
        text = json.dumps(told, ensure_ascii=False, indent=2)
        return _file(text, "application/json", f"{reference}.json")

    # ── review ────────────────────────────────────────────────────────────────────────────────────

    async def _remark(
        self, request: web.Request, visitor: Visitor, told: Mapping[str, str]
    ) -> web.StreamResponse:
        """Comments, flags, approves, or keeps the question in the library."""
        reference, act = request.match_info["reference"], told.get("act", "")
        comment = told.get("comment", "").strip().replace("\r\n", "\n")
        whole = await self._audit.whole(reference)
        if whole is None:
            return _problem(404, f"No record is {reference}.", visitor)
        if len(comment) > LONGEST_COMMENT:
            raise BadInput(f"A comment has at most {LONGEST_COMMENT:,} characters.")
        if act in ("approved", "kept") and not visitor.account.may("approve"):
            return _problem(403, f"The role {visitor.account.role} may not do that.", visitor)
        if act == "commented" and not comment:
            raise BadInput("There is no comment. Go back and write one.")
        if act == "kept":
            await self._keep(whole, visitor)
        elif act in ("commented", "flagged", "unflagged", "approved"):
            told_ = {"comment": comment} if comment else {}
            await self._records.noted(reference, act, by=visitor.by, **told_)  # type: ignore[arg-type]
        else:
            raise BadInput("This form is not of this page. Go back and reload.")
        raise web.HTTPSeeOther(f"/audit/{reference}#review", headers=HEADERS)

    async def _keep(self, whole: Whole, visitor: Visitor) -> None:
        """Keeps the question with its query in the library."""
        if self._library is None or whole.answer is None:
            raise BadInput("There is no library here in which this could be kept, or no answer.")
        if whole.broken:
            raise BadInput(f"It is not as it was written, so it is not kept. {whole.broken}")
        reference = whole.listed.reference
        pair = pair_of(whole.answer, by=visitor.by, at=self._now(), reference=reference)
        if isinstance(pair, str):
            raise BadInput(pair)
        if await self._library.keep(pair) == "broken":
            raise BadInput("The check refuses its query as things are now, so it is not kept.")
        await self._records.noted(reference, "approved", by=visitor.by)
        await self._records.verified(reference, by=visitor.by, pair=pair.id)

    # ── run again ─────────────────────────────────────────────────────────────────────────────────

    async def _run(self, request: web.Request, visitor: Visitor, _: Mapping[str, str]) -> web.StreamResponse:
        whole = await with_query(self._audit, request.match_info["reference"])
        place = {"platform": "audit", "tenant": "local", "person": visitor.account.name}
        async with self._running:
            again = await run_again(
                self._audit,
                self._records,
                whole,
                self._answered,
                by=visitor.by,
                place=place,
                at=self._now(),
                named=self._named,
            )
        raise web.HTTPSeeOther(f"/audit/{whole.listed.reference}/again/{again[1]}", headers=HEADERS)

    async def _again(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        whole, now = [await self._audit.whole(request.match_info[name]) for name in ("reference", "again")]
        if whole is None or now is None or not _is_run_of(whole, now):
            return _problem(404, "No such run of this query is recorded.", visitor)
        facts = {"record": whole.listed.reference, "again": now.listed.reference}
        await self._audit.note("show", by=visitor.by, facts=facts)
        await self._names.look_up((whole.listed, now.listed))
        done = None
        if now.answer is not None and now.answer.table is not None:
            done = await asyncio.to_thread(
                beside, whole, now.answer, now.listed.reference, now.answer.table, self._hashed
            )
        return drawn(
            "again.html",
            visitor=visitor,
            line=shown.line_of(whole.listed, self._names),
            now=shown.line_of(now.listed, self._names),
            said=now.answer.text if now.answer else "",
            done=done,
            version=plain.version,
            difference=shown.difference_of(done, labels_of(whole.answer, now.answer)) if done else None,
        )

    # ── all of it ─────────────────────────────────────────────────────────────────────────────────

    async def _usage(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        today = self._now().astimezone(UTC).date()
        chosen = {name: request.query.get(name, "").strip() for name in ("since", "until")}
        trouble, since, until = "", today - timedelta(days=DAYS - 1), today
        try:
            since = _day(chosen["since"], since, self._now(), _NAMED["since"])
            until = _day(chosen["until"], until, self._now(), _NAMED["until"])
            _fits(since, until)
        except BadInput as error:
            trouble, since, until = str(error), today - timedelta(days=DAYS - 1), today
        await self._audit.note(
            "usage", by=visitor.by, facts={"since": since.isoformat(), "until": until.isoformat()}
        )
        found = usage.spans(await self._audit.used(since, until), since, until)
        return drawn(
            "usage.html",
            visitor=visitor,
            status=400 if trouble else 200,
            trouble=trouble,
            since=since.isoformat(),
            until=until.isoformat(),
            charts=usage.charts(found),
            outcomes=usage.outcomes(found),
            size=(usage.WIDE, usage.HIGH),
            address=shown.address,
        )

    async def _acts(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        said = request.query.get("before", "")
        before = int(said) if said.isdecimal() and len(said) < 19 else 0  # noqa: PLR2004  # digits of a BIGINT
        acts = await self._audit.acts(most=PAGE + 1, before=before)
        await self._audit.note("acts", by=visitor.by, facts={"acts": len(acts[:PAGE])})
        return drawn(
            "acts.html",
            visitor=visitor,
            acts=[(act, plain.act_words(act, but=_LINKED)) for act in acts[:PAGE]],
            older=f"/audit/acts?before={acts[PAGE - 1].number}" if len(acts) > PAGE else "",
            newest="/audit/acts" if before else "",
        )

    async def _chain(self, _: web.Request, visitor: Visitor) -> web.StreamResponse:
        links, head = await self._audit.head()
        return drawn("chain.html", visitor=visitor, state=self._proving.state, links=links, head=head)

    async def _prove(self, _: web.Request, visitor: Visitor, __: Mapping[str, str]) -> web.StreamResponse:
        self._proving.begin(visitor.by, self._now())
        raise web.HTTPSeeOther("/audit/chain", headers=HEADERS)

    async def _csv(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        found = await self._wanted(shown.given(request.query))
        await self._audit.note("export", by=visitor.by, facts={"format": "csv"}, details=filters(found))
        return await _streamed(request, csv_lines(self._audit, found), "text/csv", "records.csv")

    async def _jsonl(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        said = request.query.get("after", "")
        after = int(said) if said.isdecimal() and len(said) < 19 else 0  # noqa: PLR2004  # digits of a BIGINT
        await self._audit.note("export", by=visitor.by, facts={"format": "jsonl", "after": after})
        return await _streamed(request, chain_lines(self._audit, after), "application/jsonl", "record.jsonl")

    async def _program(self, _: web.Request, __: Visitor) -> web.StreamResponse:
        return _file(self._verifier(), "text/x-python", "verify_export.py")


# ── parts ────────────────────────────────────────────────────────────────────────────────────────


async def _style(_: web.Request) -> web.StreamResponse:
    return style()


async def _icon(_: web.Request) -> web.StreamResponse:
    return icon()


async def _nowhere(_: web.Request, visitor: Visitor) -> web.StreamResponse:
    return _problem(404, "There is no such page here.", visitor)


def _is_run_of(whole: Whole, now: Whole) -> bool:
    """Whether a record is a run of another's query; one that was refused has no query."""
    return now.thread == whole.listed.reference or now.listed.query == whole.listed.query


def _problem(status: int, sentence: str, visitor: Visitor | None = None) -> web.Response:
    return drawn("problem.html", status=status, visitor=visitor, sentence=sentence)


async def _told(request: web.Request) -> dict[str, str]:
    """What a form says; files are none of its business."""
    if request.content_type != "application/x-www-form-urlencoded":
        return {}
    return {name: value for name, value in (await request.post()).items() if isinstance(value, str)}


def _day(said: str, otherwise: date, now: datetime, name: str) -> date:
    return moment(said, name, now).date() if said else otherwise


def _fits(since: date, until: date) -> None:
    if since > until:
        raise BadInput("“From” is after “Until”: nothing lies between.")
    if (until - since).days > MOST_DAYS:
        raise BadInput("At most three years are shown at once.")


def _file(text: str, media_type: str, name: str) -> web.Response:
    return web.Response(text=text, content_type=media_type, charset="utf-8", headers=_attached(name))


def _attached(name: str) -> dict[str, str]:
    return HEADERS | {"Content-Disposition": f'attachment; filename="{name}"'}


async def _streamed(
    request: web.Request, lines: AsyncIterator[str], media_type: str, name: str
) -> web.StreamResponse:
    """Lines as a file, however many. What goes wrong in the midst cuts it off, and the browser says so."""
    response = web.StreamResponse(headers=_attached(name) | {"Content-Type": f"{media_type}; charset=utf-8"})
    await response.prepare(request)
    async for line in lines:
        await response.write(line.encode())
    await response.write_eof()
    return response
