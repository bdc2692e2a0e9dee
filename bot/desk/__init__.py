"""The desk: every chat platform hands its messages in here, and gets a reply to send for each.

In: Messages, by `Desk.receive`. Out: one Reply to each, through the platform that it came from, whatever
dies in between. `desk` takes messages over, `engine` keeps the work (DBOS Transact), `workflow` does it,
`stopping` ends it early,
`reviewing` keeps what somebody calls right, `ports` says what the desk asks of the core and of the database.
"""

from bot.desk.apart import Apart
from bot.desk.desk import Desk, Limits
from bot.desk.places import person_of, thread_of
from bot.desk.ports import Core, Records, Seats, Verified

__all__ = ["Apart", "Core", "Desk", "Limits", "Records", "Seats", "Verified", "person_of", "thread_of"]
