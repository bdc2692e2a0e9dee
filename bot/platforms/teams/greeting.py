"""The first thing that is seen of the bot: a welcome where it was added, and its home on request.

In: activities of installing, and the commands. Out: a card in the conversation.
"""

from __future__ import annotations

from bot.cards import teams_home
from bot.platforms.teams.activities import Activity, address_of, is_personal, message_of
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.means import Means
from bot.platforms.teams.shown import OK
from bot.words import words


async def installed(activity: Activity, means: Means) -> Response:
    """The app was installed, or taken away; an upgrade changes nothing for people. Teams tells of the same
    once more as of a member that joined (`conversationUpdate`). That is passed over: one card is enough,
    whichever replica hears of it.
    """
    if activity.get("action") == "add" and address_of(activity).conversation:
        await show_home(activity, means, welcome=True)
    return OK


async def show_home(activity: Activity, means: Means, *, welcome: bool = False) -> None:
    """What can be asked here, as a card."""
    home = await means.desk.home(message_of(activity, ""))
    say = words(home.channel.language or means.language(activity))
    drawn = teams_home.home(home, say=say, private=is_personal(activity), welcome=welcome)
    summary = say("teams-welcome" if welcome else "teams-home-title")
    means.aside(means.show(address_of(activity), drawn, summary))


async def show_settings(activity: Activity, means: Means) -> None:
    """How the bot is set here, as a card from which an admin opens the form."""
    home = await means.desk.home(message_of(activity, ""))
    say = words(home.channel.language or means.language(activity))
    drawn = teams_home.settings(home, say=say, private=is_personal(activity))
    means.aside(means.show(address_of(activity), drawn, say("teams-settings-title")))
