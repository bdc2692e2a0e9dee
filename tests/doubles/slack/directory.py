"""User groups, people and who reads a channel, as the Web API tells them."""

from __future__ import annotations

from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.workspace import Refused

PAGE = 2  # Slack gives fewer than are asked for, whenever it likes


def usergroups(call: Call) -> Answer:
    w = call.w
    w.need("usergroups:read")
    with_users = call.text("include_users") in ("1", "true", "True")
    return {
        "usergroups": [
            {"id": f"S{number:04d}", "handle": handle, "name": handle.title()}
            | ({"users": sorted(people)} if with_users else {})
            for number, (handle, people) in enumerate(sorted(w.user_groups.items()), 1)
        ]
    }


def person(call: Call) -> Answer:
    w = call.w
    w.need("users:read")
    user = call.text("user")
    if not user:
        raise Refused("user_not_found")
    shown = {"id": user, "team_id": w.team, "is_restricted": user in w.guests, "is_bot": False}
    return {"user": shown | {"profile": {"display_name": "", "real_name": w.names.get(user, "")}}}


def about(call: Call) -> Answer:
    w = call.w
    channel = w.channels.get(call.text("channel"))
    if channel is None:
        raise Refused("channel_not_found")
    match channel.kind:
        case "channel":
            w.need("channels:read")
        case "group":
            w.need("groups:read")
        case "mpim":
            w.need("mpim:read")
    is_closed = channel.kind != "channel"
    told = {"id": channel.id, "is_private": is_closed, "is_mpim": channel.kind == "mpim"}
    return {"channel": told | ({"name": channel.name} if channel.name else {})}


def members(call: Call) -> Answer:
    about(call)
    w = call.w
    people = sorted(w.channels[call.text("channel")].readers | {w.bot_user})
    start = int(call.text("cursor") or 0)
    end = start + min(PAGE, int(call.text("limit") or 100))
    more = str(end) if end < len(people) else ""
    return {"members": people[start:end], "response_metadata": {"next_cursor": more}}


METHODS: dict[str, Method] = {
    "usergroups.list": usergroups,
    "users.info": person,
    "conversations.info": about,
    "conversations.members": members,
}
