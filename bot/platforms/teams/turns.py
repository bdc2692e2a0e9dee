"""What each kind of activity leads to: one table, one handler each.

In: an activity that is authentic and let in. Out: the answer to it over HTTP, quick, and a success only when
the desk has taken over what it asks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from bot.platforms.teams import extension, feedback, greeting, messages, presses, uploads
from bot.platforms.teams.activities import BUTTON_INVOKE, Activity
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.means import Handler, Means
from bot.platforms.teams.shown import OK, Shown, task, told
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

ACTIVITIES: Mapping[str, Handler] = {
    "message": messages.said,
    "messageUpdate": messages.changed,
    "messageDelete": messages.deleted,
    "installationUpdate": greeting.installed,
}
INVOKES: Mapping[str, Handler] = {
    BUTTON_INVOKE: presses.executed,
    "task/fetch": presses.opened,
    "task/submit": presses.filled_in,
    "message/submitAction": feedback.judged,
    "message/fetchTask": feedback.asked_why,
    "composeExtension/query": extension.searched,
    "composeExtension/fetchTask": extension.opened,
    "composeExtension/submitAction": extension.submitted,
    "fileConsent/invoke": uploads.answered,
}


# Teams delivers messages again, and presses never: who waits for one reads that it has to be done again.
_AWAY: Mapping[str, Callable[[Shown], Response]] = {
    BUTTON_INVOKE: told,
    "task/fetch": task,
    "task/submit": task,
    "composeExtension/query": extension.said,
    "composeExtension/fetchTask": task,
    "composeExtension/submitAction": task,
}


async def take(activity: Activity, means: Means) -> Response:
    """The answer to one activity. Raises OperatorsMove when the desk cannot take it now, and Teams should
    send it again.
    """
    kind = str(activity.get("type"))
    if kind != "invoke":
        handler = ACTIVITIES.get(kind)
        return await handler(activity, means) if handler else OK
    name = str(activity.get("name"))
    if name not in INVOKES:
        return Response(status=501)  # the protocol's own "not implemented"
    try:
        return await INVOKES[name](activity, means)
    except OperatorsMove as error:
        if name not in _AWAY:
            raise
        log.warning("A press in Teams could not be taken over: %s", error)
        return _AWAY[name](Shown(words=means.words(activity)("teams-away")))
