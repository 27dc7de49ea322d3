"""The documents of the upload resource, as the contract names them."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StrictStr, WithJsonSchema

from api.http.numbers import WHOLE
from api.http.responses import AbsoluteUri, Document, absent
from api.http.texts import WHITE_SPACE
from api.remix.projects.settings import ProjectSettings
from renderer.contract.message import Message

CHUNK_BYTES: Final = 8 << 20
MOST_BYTES: Final = 300 << 20
UPLOAD_HOURS: Final = 24
FILE_NAME_CHARACTERS: Final = 255
_MISLEADING: Final = frozenset("/\\\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Path separators, and the characters that embed, override or isolate text direction."""


class SourceMime(StrEnum):
    """What may be uploaded."""

    MP4 = "video/mp4"
    MOV = "video/quicktime"
    WEBM = "video/webm"


def _label(name: str) -> str:
    """The trimmed file name; it is only ever displayed, but still must not mislead a reader.

    Refused are path separators, control characters and characters that change the direction of text. Joiners
    and other invisible characters are allowed, since names with emoji, Persian or Hindi need them.
    """
    trimmed = name.strip(WHITE_SPACE)
    if not 1 <= len(trimmed) <= FILE_NAME_CHARACTERS:
        message = f"must have 1 to {FILE_NAME_CHARACTERS} characters after trimming"
        raise ValueError(message)
    if any(char in _MISLEADING or unicodedata.category(char) in {"Cc", "Cs"} for char in trimmed):
        message = "must be a name without folders and without control or direction characters"
        raise ValueError(message)
    return trimmed


FileLabel = Annotated[
    StrictStr,
    AfterValidator(_label),
    WithJsonSchema(
        {
            "type": "string",
            "minLength": 1,
            "maxLength": FILE_NAME_CHARACTERS,
            "pattern": r"^[^/\\]*$",
            "description": "A label: no folders, no control or direction characters.",
        }
    ),
]


class CreateRemixUpload(Message):
    """The body of a create."""

    file_name: FileLabel
    mime_type: SourceMime
    byte_length: Annotated[int, Field(strict=True, ge=1, le=MOST_BYTES), WHOLE]


class CompleteRemixUpload(Message):
    """The body of a completion; without settings the project begins with the defaults."""

    settings: ProjectSettings = absent()


class UploadLinks(Document):
    """Where the upload goes on, ends and leads to."""

    self: AbsoluteUri
    complete: AbsoluteUri
    project: AbsoluteUri


class RemixUpload(Document):
    """A resumable upload."""

    object: Literal["remix_upload"]
    upload_id: UUID
    video_id: UUID
    chunk_bytes: Annotated[int, Field(ge=1)]
    offset: Annotated[int, Field(ge=0)]
    byte_length: Annotated[int, Field(ge=1)]
    expires_at: datetime
    links: UploadLinks
