"""Reading request bodies: counted while they arrive, and not for ever."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.problems import ApiProblem
from api.strict_json import parse_object

if TYPE_CHECKING:
    from starlette.requests import Request

CREATE_BODY_BYTES: Final = 32 * 1024
_JSON: Final = re.compile(r"application/json\s*(?:;[^,]*)?", re.IGNORECASE | re.ASCII)
_CHARSET: Final = re.compile(r";\s*charset\s*=\s*\"?([^\";]*)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLimits:
    """At most so many bytes within so many seconds."""

    size: int
    seconds: float


async def read_json(request: Request, limits: BodyLimits) -> dict[str, object]:
    """The JSON object of the request; the type is judged before the body, the size while it arrives."""
    _require_json(request)
    return parse_object(await _read(request, limits))


def _require_json(request: Request) -> None:
    types = request.headers.getlist("content-type")
    if len(types) != 1 or not _JSON.fullmatch(types[0].strip()):
        raise ApiProblem("unsupported_media_type")
    charset = _CHARSET.search(types[0])
    if charset and charset[1].strip().lower() not in {"utf-8", "utf8"}:
        raise ApiProblem("unsupported_media_type", "JSON is written in UTF-8.")
    if request.headers.get("content-encoding", "identity").strip().lower() not in {"identity", ""}:
        raise ApiProblem("unsupported_media_type", "Send the body without Content-Encoding.")


async def _read(request: Request, limits: BodyLimits) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > limits.size:
        raise _too_large()
    try:
        async with asyncio.timeout(limits.seconds):
            return await _collect(request, limits.size)
    except TimeoutError:
        raise ApiProblem("invalid_request", "The body did not arrive in time.", connection="close") from None


async def _collect(request: Request, size: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        if len(body) + len(chunk) > size:
            raise _too_large()
        body += chunk
    return bytes(body)


def _too_large() -> ApiProblem:
    return ApiProblem("payload_too_large", connection="close")
