"""Who may see what: rules that close classes, properties and graphs to some people, channels and tenants.

In: the file that QUERIST_ACCESS names, who asks and where, what directories say. Out: the names of the rules
that close something to whoever will read the answer. Nothing here reads the question: rights come from who
somebody is, never from what is said.

    globs      patterns for documents
    rules      what stands in the file, as values; which of it closes something to a reader
    reading    the file -> rules; what is wrong in it, with its line
    directory  what is asked of a directory of people
    rights     a message -> what is closed to its sender, and to all who read along
"""

from bot.access.directory import Directory
from bot.access.reading import guests_may_ask, read_access
from bot.access.rights import Held, Rights
from bot.access.rules import Access, Group, Reader, Rule, Whom

__all__ = [
    "Access",
    "Directory",
    "Group",
    "Held",
    "Reader",
    "Rights",
    "Rule",
    "Whom",
    "guests_may_ask",
    "read_access",
]
