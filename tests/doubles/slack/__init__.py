"""A strict local Slack, on loopback: what it holds, what goes wrong, and what people do in it."""

from tests.doubles.slack.people import People
from tests.doubles.slack.server import Fault, LocalSlack

__all__ = ["Fault", "LocalSlack", "People"]
