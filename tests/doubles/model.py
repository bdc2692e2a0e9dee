"""The scripted model that Querist ships, as tests know it."""

from connectors.models.scripted import HANGS, ScriptedModel

__all__ = ["HANGS", "ScriptedModel"]
