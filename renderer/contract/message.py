"""The base of all documents that cross a process border: frozen, strict, unknown fields forbidden."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A document that cannot be changed and says everything it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")
