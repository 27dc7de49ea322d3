"""Request bodies, read within bounds of size and time."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.deadline import not_counted
from api.http.strict_json import parse_object
from api.problems import ApiProblem

if TYPE_CHECKING:
    from starlette.requests import Request

CREATE_BODY_BYTES: Final = 32 * 1024
LONG_FORM_BODY_BYTES: Final = 768 * 1024
"""60,000 characters outside the Unicode BMP, each escaped as two surrogates, take 720,000 bytes."""
_JSON: Final = re.compile(r"application/json\s*(?:;[^,]*)?", re.IGNORECASE | re.ASCII)
_CHARSET: Final = re.compile(r";\s*charset\s*=\s*\"?([^\";]*)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLimits:
    """Most bytes of a body (`size`), and the seconds in which it must arrive."""

    size: int
    seconds: float


async def read_json(request: Request, limits: BodyLimits) -> dict[str, object]:
    """The JSON object in the request; its type is checked before the body, its size while it arrives."""
    _require_json(request)
    return parse_object(await _read(request, limits))


async def ignore_json(request: Request, limits: BodyLimits) -> None:
    """Accept no body, or any JSON object, for an operation that needs no body."""
    body = await _read(request, limits)
    if body:
        _require_json(request)
        parse_object(body)


async def read_optional_json(request: Request, limits: BodyLimits) -> dict[str, object]:
    """The JSON object in the request; empty if there is no body."""
    body = await _read(request, limits)
    if not body:
        return {}
    _require_json(request)
    return parse_object(body)


async def read_typed(request: Request, limits: BodyLimits, *, media_type: str) -> bytes:
    """The body of a request that must have exactly this media type, in UTF-8."""
    _require_type(request, re.compile(rf"{re.escape(media_type)}\s*(?:;[^,]*)?", re.IGNORECASE | re.ASCII))
    return await _read(request, limits)


def _require_json(request: Request) -> None:
    _require_type(request, _JSON)


def _require_type(request: Request, pattern: re.Pattern[str]) -> None:
    types = request.headers.getlist("content-type")
    if len(types) != 1 or not pattern.fullmatch(types[0].strip()):
        raise ApiProblem("unsupported_media_type")
    charset = _CHARSET.search(types[0])
    if charset and charset[1].strip().lower() not in {"utf-8", "utf8"}:
        raise ApiProblem("unsupported_media_type", "The body is written in UTF-8.")
    if request.headers.get("content-encoding", "identity").strip().lower() not in {"identity", ""}:
        raise ApiProblem("unsupported_media_type", "Send the body without Content-Encoding.")


async def _read(request: Request, limits: BodyLimits) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > limits.size:
        raise _too_large(limits.size)
    try:
        with not_counted():
            async with asyncio.timeout(limits.seconds):
                return await _collect(request, limits.size)
    except TimeoutError:
        raise ApiProblem("invalid_request", "The body did not arrive in time.", connection="close") from None


async def _collect(request: Request, size: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        if len(body) + len(chunk) > size:
            raise _too_large(size)
        body += chunk
    return bytes(body)


def _too_large(size: int) -> ApiProblem:
    detail = f"The body of this request has at most {size} bytes."
    return ApiProblem("payload_too_large", detail, connection="close")
