"""Slack as one chat platform of the desk: `Slack` is all that others import."""

from bot.platforms.slack.platform import Slack

__all__ = ["Slack"]
