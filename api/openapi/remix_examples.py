"""Examples of the Remix documents: a clip of 73 seconds, uploaded, analysed, waiting for its owner."""

from __future__ import annotations

from typing import Any, Final

from api.openapi.origin import EXAMPLE_ID, ORIGIN

_UPLOAD_ID: Final = "6c1b1f0e-9a55-4a3b-8a7d-0d2f6a4c9b10"
_SELF: Final = f"{ORIGIN}/api/v1/remix/projects/{EXAMPLE_ID}"
_UPLOAD: Final = f"{ORIGIN}/api/v1/remix/uploads/{_UPLOAD_ID}"
_SETTINGS: Final[dict[str, Any]] = {
    "aspect": "9:16",
    "framing": {"mode": "auto", "x": 0.5, "y": 0.5, "zoom": 1.0},
    "captions": {"enabled": True, "style": "tiktok", "position": "center"},
    "original_audio": {"enabled": True, "volume": 1.0},
    "voiceover": {
        "mode": "off",
        "voice": "warm-storyteller",
        "language": "en",
        "script": [],
        "volume": 1.0,
    },
    "ducking": {"enabled": True, "depth_db": 12.0},
}
_CUES: Final = [
    {"start_ms": 120, "end_ms": 1240, "text": "This bridge was built"},
    {"start_ms": 1240, "end_ms": 2310, "text": "in eleven days."},
]
_PROJECT: Final[dict[str, Any]] = {
    "id": EXAMPLE_ID,
    "object": "remix_project",
    "workflow": "remix",
    "status": "processing",
    "phase": "ready",
    "revision": 2,
    "created_at": "2026-03-10T12:00:00.123456Z",
    "updated_at": "2026-03-10T12:03:31.5Z",
    "expires_at": "2026-03-17T12:03:31.5Z",
    "source": {
        "file_name": "clip.mp4",
        "mime_type": "video/mp4",
        "byte_length": 12345678,
        "duration_seconds": 73.4,
        "width": 1920,
        "height": 1080,
        "frame_rate": 29.97,
        "has_audio": True,
        "minutes": 2,
    },
    "analysis": {
        "state": "done",
        "language": "en",
        "transcript": [
            {
                "start_ms": 120,
                "end_ms": 2310,
                "text": "This bridge was built in eleven days.",
                "speaker": None,
            }
        ],
        "words": 7,
        "speech_seconds": 61.2,
        "loudness_lufs": -18.3,
        "shots": 9,
        "engine": "faster-whisper small",
    },
    "settings": _SETTINGS,
    "captions": {"origin": "analysed", "language": "en", "cues": _CUES},
    "voiceover": {"state": "none", "fingerprint": None, "duration_seconds": None, "lines": []},
    "progress": {"percent": 100, "stage": "ready", "detail": "Waiting for you."},
    "minutes": {"source": 2, "charged": 2, "limit": 120, "used": 2, "reserved": 0, "remaining": 118},
    "media": {
        "source": f"{_SELF}/media/source",
        "thumbnail": f"{_SELF}/media/thumbnail",
        "voiceover": None,
        "mix": None,
    },
    "output": None,
    "failure": None,
    "links": {
        "self": _SELF,
        "video": f"{ORIGIN}/api/v1/videos/{EXAMPLE_ID}",
        "export": f"{_SELF}/export",
        "cancel": f"{_SELF}/cancel",
        "download": None,
    },
}
REMIX_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "CreateRemixUpload": {
        "file_name": "clip.mp4",
        "mime_type": "video/mp4",
        "byte_length": 12345678,
    },
    "RemixUpload": {
        "object": "remix_upload",
        "upload_id": _UPLOAD_ID,
        "video_id": EXAMPLE_ID,
        "chunk_bytes": 8388608,
        "offset": 0,
        "byte_length": 12345678,
        "expires_at": "2026-03-11T12:00:00.123456Z",
        "links": {"self": _UPLOAD, "complete": f"{_UPLOAD}/complete", "project": _SELF},
    },
    "CompleteRemixUpload": {"settings": _SETTINGS},
    "ChangeRemixProject": {"revision": 2, "settings": {**_SETTINGS, "aspect": "1:1"}},
    "ReplaceCaptions": {"revision": 2, "cues": _CUES},
    "AtRevision": {"revision": 2},
    "TranslateCaptions": {"revision": 2, "targetLanguage": "es"},
    "RemixProject": _PROJECT,
}
