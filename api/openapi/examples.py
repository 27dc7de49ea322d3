"""One example of every document, for the published description; a test validates them against the schemas."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from api.accounts.capabilities import capabilities
from api.db.tables import EPOCH
from api.http.auth import Caller
from api.openapi.long_form_examples import LONG_FORM_EXAMPLES
from api.openapi.origin import EXAMPLE_ID, ORIGIN
from api.openapi.remix_examples import REMIX_EXAMPLES
from renderer.contract.vocabulary import Plan

_ID: Final = EXAMPLE_ID
_SELF: Final = f"{ORIGIN}/api/v1/videos/{_ID}"
_SETTINGS: Final = {
    "video_mode": "darkHistory",
    "style_pack": "documentary",
    "voice": "warm-storyteller",
    "language": "en",
    "captions": {"style": "hormozi", "position": "center"},
}
_WINDOW: Final = {
    "type": "payment_billing_period",
    "start": "2026-03-01T09:00:00Z",
    "end": "2026-04-01T09:00:00Z",
    "evaluated_at": "2026-03-10T12:00:00.123456Z",
}

_CREATE_VIDEO: Final[dict[str, Any]] = {
    "topic": "The night the Tunguska forest fell",
    "captions": {"style": "hormozi"},
}
_ACCEPTED_JOB: Final[dict[str, Any]] = {
    "id": _ID,
    "object": "video",
    "status": "queued",
    "created_at": "2026-03-10T12:00:00.123456Z",
    "queue": {"position": 1},
    "settings": _SETTINGS,
    "usage": {"used": 3, "reserved": 1, "remaining": 31, "limit": 35},
    "links": {"self": _SELF, "download": None},
}
_VIDEO: Final[dict[str, Any]] = {
    "id": _ID,
    "object": "video",
    "workflow": "short",
    "status": "completed",
    "source": "api",
    "created_at": "2026-03-10T12:00:00.123456Z",
    "updated_at": "2026-03-10T12:01:31.5Z",
    "expires_at": "2026-03-17T12:01:31.5Z",
    "settings": _SETTINGS,
    "progress": {"percent": 100, "stage": "completed", "detail": "The video is ready."},
    "output": {"duration_seconds": 41.8},
    "links": {"self": _SELF, "download": f"{_SELF}/download"},
}
_VIDEO_LIST: Final[dict[str, Any]] = {
    "object": "list",
    "data": [_VIDEO],
    "has_more": True,
    "next_cursor": "eyJ2IjoxfQ.b3BhcXVl",
}
_USAGE: Final[dict[str, Any]] = {
    "plan": "pro",
    "api_access": True,
    "window": _WINDOW,
    "videos": {
        "limit": 35,
        "used": 3,
        "reserved": 1,
        "remaining": 31,
        "by_source": {"dashboard": {"used": 1, "reserved": 0}, "api": {"used": 2, "reserved": 1}},
    },
    "outstanding_jobs": {"limit": 5, "current": 1},
    "meters": {
        name: {
            "unit": unit,
            "limit": limit,
            "used": used,
            "reserved": reserved,
            "remaining": limit - used - reserved,
            "window": _WINDOW,
        }
        for name, unit, limit, used, reserved in (
            ("short", "videos", 35, 3, 1),
            ("long_form", "videos", 8, 0, 0),
            ("remix", "minutes", 120, 0, 0),
        )
    },
}

_READER: Final = Caller(account_id=UUID(int=0), plan=Plan.PRO, billing_anchor=EPOCH)
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "CreateVideo": _CREATE_VIDEO,
    "AcceptedJob": _ACCEPTED_JOB,
    "Video": _VIDEO,
    "VideoList": _VIDEO_LIST,
    "Usage": _USAGE,
    "Capabilities": capabilities(_READER, adapts=("condense",)).model_dump(mode="json"),
    **LONG_FORM_EXAMPLES,
    **REMIX_EXAMPLES,
}
"""Examples by the name of their schema."""
