"""The published OpenAPI 3.1 document, built from the routes of an application."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from fastapi.openapi.utils import get_openapi

from api.long_form.schemas import CreateLongFormVideo
from api.openapi.examples import EXAMPLES
from api.problems import BASE, KINDS
from api.remix.projects.schemas import (
    AtRevision,
    ChangeRemixProject,
    ReplaceCaptions,
    TranslateCaptions,
)
from api.remix.uploads.schemas import CompleteRemixUpload, CreateRemixUpload
from api.videos.schemas import CreateVideo

if TYPE_CHECKING:
    from fastapi import FastAPI

REQUEST_MODELS: Final = (
    CreateVideo,
    CreateLongFormVideo,
    CreateRemixUpload,
    CompleteRemixUpload,
    ChangeRemixProject,
    ReplaceCaptions,
    AtRevision,
    TranslateCaptions,
)
_REF: Final = "#/components/schemas/{model}"
_ABOUT: Final = (
    "Creates faceless videos, short ones from a topic and long ones from a script: create, poll, download. "
    "Captions, dubs and reframes uploaded videos: upload, configure, export, download. "
    "Every request carries "
    "`Authorization: Bearer <API_KEY>`; clients branch on the `code` of a problem."
)


def build_openapi(app: FastAPI, *, origin: str) -> dict[str, Any]:
    """A new copy of the document; paths are relative to its one server address, which ends in the version."""
    document = get_openapi(
        title="Clipwright Video Generation API", version="1.0.0", description=_ABOUT, routes=app.routes
    )
    document["servers"] = [{"url": f"{origin}{BASE}"}]
    document["security"] = [{"apiKey": []}]
    document["paths"] = {path.removeprefix(BASE): item for path, item in document["paths"].items()}
    components = document["components"]
    components["securitySchemes"] = {"apiKey": {"type": "http", "scheme": "bearer"}}
    components["schemas"] = dict(sorted((_schemas() | components["schemas"]).items()))
    for name in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(name, None)
    for item in document["paths"].values():
        for operation in item.values():
            operation["responses"].pop("422", None)
            for part in (operation.get("requestBody", {}), *operation["responses"].values()):
                _illustrate(part)
    return document


def _illustrate(part: dict[str, Any]) -> None:
    """Add the example of a body's schema here, because the framework would leave out its nulls."""
    for media in part.get("content", {}).values():
        name = media["schema"].get("$ref", "").rpartition("/")[2]
        if name in EXAMPLES:
            media["example"] = deepcopy(EXAMPLES[name])


def _schemas() -> dict[str, Any]:
    found: dict[str, Any] = {"Problem": problem_schema()}
    for model in REQUEST_MODELS:
        schema = model.model_json_schema(ref_template=_REF, mode="validation")
        found |= schema.pop("$defs", {})
        found[model.__name__] = schema
    return found


def problem_schema() -> dict[str, Any]:
    """The schema of a problem: seven members, all required, no others."""
    members: dict[str, Any] = {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string", "minLength": 1},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "examples": sorted(KINDS)},
        "detail": {"type": "string", "minLength": 1},
        "instance": {"type": "string", "pattern": "^/api/v1/"},
        "request_id": {"type": "string", "format": "uuid"},
    }
    return {
        "type": "object",
        "title": "Problem",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }
