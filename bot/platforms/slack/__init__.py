"""Slack as one chat platform of the desk: `Slack`, and how it is installed, is all that others import."""

from bot.platforms.slack.installing import OAuth
from bot.platforms.slack.platform import Slack

__all__ = ["OAuth", "Slack"]
