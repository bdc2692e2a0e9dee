"""What a local Microsoft knows of people: rosters of conversations as the connector tells them, and Graph's
groups. Each takes a token for its own scope alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

CONNECTOR = "https://api.botframework.com/.default"


@dataclass(frozen=True)
class Account:
    """Somebody in a roster. `guest` and another `tenant` are how strangers look there."""

    person: str
    tenant: str
    guest: bool = False

    def shown(self) -> dict[str, str]:
        return {
            "id": f"29:{self.person}",
            "objectId": self.person,
            "tenantId": self.tenant,
            "name": self.person.title(),
            "userRole": "guest" if self.guest else "user",
            "userPrincipalName": f"{self.person}@example.com",
        }


@dataclass
class LocalDirectory:
    """`scope_of` tells for what a token was granted. `away` are starts of paths that get an error, `nonsense`
    is what ends of paths are answered with; without `consent` Graph tells nothing.
    """

    scope_of: Callable[[str], str]
    rosters: dict[str, list[Account]] = field(default_factory=dict)
    teams: dict[str, dict[str, str]] = field(default_factory=dict)  # of each its channels, with their types
    visibility: dict[str, str] = field(default_factory=dict)  # of the group of each team
    groups: dict[str, set[str]] = field(default_factory=dict)
    away: tuple[str, ...] = ()
    nonsense: dict[str, Any] = field(default_factory=dict)
    consent: bool = True
    most: int = 2  # members on a page, whatever is asked for: so few that tests have several
    paths: list[str] = field(default_factory=list)

    def mount(self, app: web.Application) -> None:
        app.router.add_get("/v3/conversations/{conversation}/members/{person}", self._member)
        app.router.add_get("/v3/conversations/{conversation}/pagedmembers", self._members)
        app.router.add_get("/v3/teams/{team}", self._team)
        app.router.add_get("/v3/teams/{team}/conversations", self._channels)
        app.router.add_get("/graph/v1.0/groups/{group}", self._group)
        app.router.add_get("/graph/v1.0/groups/{group}/transitiveMembers", self._group_members)

    def _let_in(self, request: web.Request, scope: str) -> None:
        self.paths.append(request.path)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.scope_of(token) != scope:
            raise web.HTTPUnauthorized
        if any(request.path.startswith(path) for path in self.away):
            raise web.HTTPServiceUnavailable
        for path, said in self.nonsense.items():
            if request.path.endswith(path):
                raise web.HTTPOk(text=json.dumps(said), content_type="application/json")

    def _roster(self, request: web.Request) -> list[Account]:
        self._let_in(request, CONNECTOR)
        conversation = request.match_info["conversation"]
        if conversation not in self.rosters:
            raise web.HTTPForbidden(text='{"error": {"code": "BotNotInConversationRoster"}}')
        return self.rosters[conversation]

    async def _member(self, request: web.Request) -> web.Response:
        wanted = request.match_info["person"].removeprefix("29:")
        found = [one for one in self._roster(request) if one.person == wanted]
        if not found:
            raise web.HTTPNotFound(text='{"error": {"code": "MemberNotFoundInConversation"}}')
        return web.json_response(found[0].shown())

    async def _members(self, request: web.Request) -> web.Response:
        roster = self._roster(request)
        if not 50 <= int(request.query["pageSize"]) <= 500:
            raise web.HTTPBadRequest
        start = int(request.query.get("continuationToken", "0"))
        page = {"members": [one.shown() for one in roster[start : start + self.most]]}
        more = {"continuationToken": str(start + self.most)} if roster[start + self.most :] else {}
        return web.json_response(page | more)

    async def _team(self, request: web.Request) -> web.Response:
        self._let_in(request, CONNECTOR)
        team = self._known(request, "team", self.teams)
        return web.json_response({"id": team, "name": "A team", "aadGroupId": f"group-of-{team}"})

    async def _channels(self, request: web.Request) -> web.Response:
        self._let_in(request, CONNECTOR)
        listed = self.teams[self._known(request, "team", self.teams)].items()
        return web.json_response({"conversations": [{"id": name, "type": kind} for name, kind in listed]})

    async def _group(self, request: web.Request) -> web.Response:
        self._let_graph_in(request)
        group = self._known(request, "group", self.visibility)
        return web.json_response({"id": group, "visibility": self.visibility[group]})

    async def _group_members(self, request: web.Request) -> web.Response:
        self._let_graph_in(request)
        if not 1 <= int(request.query["$top"]) <= 999:
            raise web.HTTPBadRequest
        people = sorted(self.groups[self._known(request, "group", self.groups)])
        start = int(request.query.get("$skiptoken", "0"))
        page: dict[str, Any] = {"value": [{"id": one} for one in people[start : start + self.most]]}
        if people[start + self.most :]:
            page["@odata.nextLink"] = str(request.url.update_query({"$skiptoken": str(start + self.most)}))
        return web.json_response(page)

    def _let_graph_in(self, request: web.Request) -> None:
        self._let_in(request, f"{request.url.origin()}/graph/.default")
        if not self.consent:
            raise web.HTTPForbidden(text='{"error": {"code": "Authorization_RequestDenied"}}')

    @staticmethod
    def _known(request: web.Request, kind: str, among: Iterable[str]) -> str:
        name = request.match_info[kind]
        if name not in among:
            raise web.HTTPNotFound
        return name
