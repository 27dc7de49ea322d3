"""Basics of all response documents: closed objects, and fields that are omitted rather than null."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field

from renderer.contract.vocabulary import POLL_SECONDS

RETRY_AFTER: Final = {"Retry-After": str(POLL_SECONDS)}
"""For answers about a resource that is not final yet."""


RETRY_AFTER_READY: Final = {"Retry-After": "30"}
"""For a resource that waits for its owner and changes only when its owner changes it."""


class Document(BaseModel):
    """A response object: frozen, no other keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


AbsoluteUri = Annotated[str, Field(json_schema_extra={"format": "uri"})]


def without_default(schema: dict[str, Any]) -> None:
    """Remove the default of an optional field from the published schema."""
    schema.pop("default", None)


def absent() -> Any:
    """The default of a field that is omitted when unset, never written as null."""
    return Field(default=None, json_schema_extra=without_default)


def reply(document: Document, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response with the fields that were set."""
    return Response(
        document.model_dump_json(exclude_unset=True),
        status_code=status,
        headers=headers,
        media_type="application/json",
    )
