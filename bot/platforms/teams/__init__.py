"""The platform Microsoft Teams: activities in at /api/messages, Adaptive Cards out."""

from bot.platforms.teams.platform import Teams

__all__ = ["Teams"]
