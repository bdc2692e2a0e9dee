"""The local chat page: one more chat platform on the desk, for the person at this machine."""

from bot.platforms.web.conversations import KEPT
from bot.platforms.web.platform import WebPlatform
from bot.platforms.web.posting import LONGEST, PERSON

__all__ = ["KEPT", "LONGEST", "PERSON", "WebPlatform"]
