"""Doors for machines: one more platform on the desk, whose people are programs that wait for their answer.

In: HTTP requests and calls of tools. Out: one Message each to the desk, and JSON with its answer.

    tokens       who may come in, and the gate that asks them
    shapes       what is asked and answered, as JSON
    platform     a question to the desk, and the wait for its reply
    looking      what needs no question: the check, names, the card of a graph
    http         bodies in, answers and problems out, as all doors over HTTP do it
    api          the HTTP API; openapi describes it
    text2sparql  the contract of the TEXT2SPARQL challenge
    tools        the tools of the Model Context Protocol; asgi, their way into the one HTTP application
"""

from bot.platforms.doors.looking import Looking
from bot.platforms.doors.platform import Doors
from bot.platforms.doors.text2sparql import Datasets
from bot.platforms.doors.tokens import HERE, Caller, Gate, Token

__all__ = ["HERE", "Caller", "Datasets", "Doors", "Gate", "Looking", "Token"]
