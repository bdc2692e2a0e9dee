"""Whether this process is alive, and whether it may be sent traffic: `/healthz` and `/readyz`.

In: checks of the parts that Querist needs. Out: how each part stands, in a plain sentence.

    parts   a check, what it finds, and checks that are bounded and kept for a while
    checks  the database, the queue, graphs, the model, chat platforms, the disk
    pages   what HTTP says of them
"""

from bot.health.checks import Database, Disk, GraphCheck, Model, PlatformCheck, Queue
from bot.health.pages import mount
from bot.health.parts import Check, Health, Part

__all__ = [
    "Check",
    "Database",
    "Disk",
    "GraphCheck",
    "Health",
    "Model",
    "Part",
    "PlatformCheck",
    "Queue",
    "mount",
]
