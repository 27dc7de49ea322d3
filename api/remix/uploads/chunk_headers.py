"""The headers of a PUT that describe its chunk: type, length, offset, digest; parsed strictly."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.problems import ApiProblem

if TYPE_CHECKING:
    from starlette.datastructures import Headers

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_TYPE: Final = re.compile(r"application/octet-stream", re.IGNORECASE | re.ASCII)
_MEMBER: Final = re.compile(r"([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):", re.ASCII)
_SHA256_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkHeaders:
    """Offset and length of a chunk in bytes, and its SHA-256 if one was given."""

    offset: int
    length: int
    sha256: bytes | None


def chunk_headers(headers: Headers) -> ChunkHeaders:
    """Parse the headers; raises `unsupported_media_type`, `invalid_chunk` or `invalid_request`."""
    types = headers.getlist("content-type")
    if len(types) != 1 or not _TYPE.fullmatch(types[0].strip()):
        raise ApiProblem("unsupported_media_type", "Send Content-Type: application/octet-stream.")
    if headers.get("content-encoding", "identity").strip().lower() not in {"identity", ""}:
        raise ApiProblem("unsupported_media_type", "Send the chunk without Content-Encoding.")
    offset = _number(headers.getlist("upload-offset"))
    if offset is None:
        raise ApiProblem("invalid_request", "Upload-Offset must be one whole number of bytes.")
    length = _number(headers.getlist("content-length"))
    if length is None:
        raise ApiProblem("invalid_chunk", "Content-Length must say how long the chunk is.")
    return ChunkHeaders(offset=offset, length=length, sha256=_sha256(headers.getlist("content-digest")))


def _number(values: list[str]) -> int | None:
    return int(values[0]) if len(values) == 1 and _NUMBER.fullmatch(values[0]) else None


def _sha256(values: list[str]) -> bytes | None:
    """The SHA-256 in a dictionary of byte sequences (RFC 9530); digests of other algorithms are ignored."""
    found = None
    for member in filter(None, (part.strip() for value in values for part in value.split(","))):
        match = _MEMBER.fullmatch(member)
        if match is None:
            raise _not_a_digest()
        if match[1] == "sha-256":
            found = _decoded(match[2])
    if values and not any(value.strip() for value in values):
        raise _not_a_digest()
    return found


def _decoded(text: str) -> bytes:
    try:
        digest = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise _not_a_digest() from None
    if len(digest) != _SHA256_BYTES:
        raise _not_a_digest()
    return digest


def _not_a_digest() -> ApiProblem:
    return ApiProblem("invalid_request", "Content-Digest must be of the form sha-256=:BASE64:.")
