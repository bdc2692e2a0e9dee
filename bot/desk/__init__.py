"""The desk: every chat platform hands its messages in here, and gets a reply to send for each.

In: Messages, by `Desk.receive`. Out: one Reply to each, through the platform that it came from, whatever
dies in between.

    desk       what platforms see
    taking     messages into durable work
    work       the inbox that keeps it, and behind it the engine that runs it (DBOS Transact); writing and
               feeding, the ways into the two
    workflow   the work on one, and delivery, its way into the thread
    asking     buttons that ask; acting, those that do not; pressing says whose a button is
    standing   what is shared with the thread, and taken out of it
    reviewing  what somebody calls right
    ending     questions that end early: stopped, corrected, taken back
    channels   how channels are set
    offers     what there is to ask
    observer   what those who run it hear of each question
    routing    several graphs behind one desk
    ports      what the desk asks of the core and of the database
"""

from typing import TYPE_CHECKING

from bot.on_demand import on_demand

if TYPE_CHECKING:
    from bot.desk.apart import Apart
    from bot.desk.desk import Desk
    from bot.desk.limits import Limits
    from bot.desk.observer import Delivered, Observer, Told
    from bot.desk.offers import Offer
    from bot.desk.places import person_of, thread_of
    from bot.desk.ports import Channels, Core, Records, Seats, Verified
    from bot.desk.routing import Router
else:
    __getattr__ = on_demand(
        __name__,
        {
            "apart": "Apart",
            "desk": "Desk",
            "limits": "Limits",
            "observer": "Delivered Observer Told",
            "offers": "Offer",
            "places": "person_of thread_of",
            "ports": "Channels Core Records Seats Verified",
            "routing": "Router",
        },
    )

__all__ = [
    "Apart",
    "Channels",
    "Core",
    "Delivered",
    "Desk",
    "Limits",
    "Observer",
    "Offer",
    "Records",
    "Router",
    "Seats",
    "Told",
    "Verified",
    "person_of",
    "thread_of",
]
