"""Example problems for the published document."""

from __future__ import annotations

from typing import Any

from api.openapi.origin import ORIGIN
from api.problems import KINDS, kebab


def problem(code: str) -> dict[str, Any]:
    """The body of an answer with the problem of this code."""
    kind = KINDS[code]
    return {
        "type": f"{ORIGIN}/problems/{kebab(code)}",
        "title": kind.title,
        "status": kind.status,
        "code": code,
        "detail": kind.advice,
        "instance": "/api/v1/videos",
        "request_id": "b7a9c9de-2f0b-4c55-8d0a-2b6f3f1f9a10",
    }
