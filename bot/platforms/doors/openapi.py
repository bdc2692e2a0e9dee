"""The OpenAPI description of the HTTP API, made from the table of its paths and the shapes themselves.

Out: a document of OpenAPI 3.1, whose schemas are those of JSON Schema 2020-12.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.platforms.doors.api import PATHS, Path
from bot.platforms.doors.shapes import Problem

_REF = "#/components/schemas/{model}"
PROBLEMS = {
    "400": "The request cannot be read, or holds no question.",
    "401": "No token that is known here was shown.",
    "403": "Without a token, only programs on the service's own machine are answered.",
    "404": "There is no such graph; `known` lists those that there are.",
    "405": "The path is asked by another method, which Allow names.",
    "408": "The body did not arrive in time.",
    "413": "The body is too large.",
    "429": "Too many requests are under way; Retry-After says when to ask again.",
    "500": "A defect of the service, which its log tells.",
    "503": "The service cannot answer now; Retry-After says when to ask again.",
}


def description() -> dict[str, Any]:
    """The document."""
    shapes: list[type[BaseModel]] = [Problem]
    for path in PATHS:
        shapes += (path.asked, path.given)
    wanted: list[tuple[type[BaseModel], Literal["validation"]]] = [(shape, "validation") for shape in shapes]
    _, schemas = models_json_schema(wanted, ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Querist",
            "version": version("querist"),
            "summary": "Ask your company's knowledge graph; every answer with its query and its reasoning.",
            "description": (
                "The HTTP status says whether a request was taken and answered; the `outcome` of an answer "
                "says what came of the question. Texts of the graph are data, whatever they say."
            ),
        },
        "paths": {path.path: {path.method: _operation(path, schemas["$defs"])} for path in PATHS},
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def _operation(path: Path, schemas: dict[str, Any]) -> dict[str, Any]:
    asked = schemas[path.asked.__name__]
    given: dict[str, Any] = {"operationId": path.name, "summary": path.summary}
    if path.method == "post":
        given["requestBody"] = {"required": True, "content": _json(path.asked)}
    else:
        given["parameters"] = [
            {"name": name, "in": "query", "required": name in asked.get("required", ()), "schema": schema}
            for name, schema in asked["properties"].items()
        ]
    problems = {status: {"description": told, "content": _json(Problem)} for status, told in PROBLEMS.items()}
    given["responses"] = {"200": {"description": path.summary, "content": _json(path.given)}, **problems}
    return given


def _json(shape: type[BaseModel]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(model=shape.__name__)}}}
