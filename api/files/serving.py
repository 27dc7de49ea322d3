"""Answers HTTP requests with a private stored file: streamed from storage, whole or one range of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING, Protocol

from starlette.responses import Response, StreamingResponse

from api.files.ranges import Span, none_match, parse_range, range_applies
from api.problems import service_unavailable
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.datastructures import Headers

    from renderer.backends.storage.base import ObjectStore
    from renderer.contract.results import ResultFile


class HasStore(Protocol):
    """Anything that has an object store."""

    @property
    def store(self) -> ObjectStore:
        """The object store."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A finished file, with all that its headers need. `name` is a `Content-Disposition` value."""

    stored: ResultFile
    name: str
    modified: datetime

    @property
    def etag(self) -> str:
        """A strong entity tag: the digest of the bytes, the same on every machine."""
        return f'"{self.stored.sha256}"'

    @property
    def last_modified(self) -> str:
        """The time of modification as an HTTP date, in whole seconds."""
        return format_datetime(self.modified.astimezone(UTC).replace(microsecond=0), usegmt=True)

    @property
    def whole(self) -> Span:
        """The span of all its bytes."""
        return Span(start=0, stop=self.stored.size, size=self.stored.size)

    def headers(self, span: Span) -> dict[str, str]:
        """Headers of 200 and 206."""
        return {
            "Content-Length": str(span.length),
            "ETag": self.etag,
            "Last-Modified": self.last_modified,
            "Accept-Ranges": "bytes",
            "Content-Disposition": self.name,
            "Cache-Control": "private, no-store",
        }


def respond(services: HasStore, file: File, *, headers: Headers) -> Response:
    """The answer to a GET: If-None-Match, then If-Range, then Range (RFC 9110 §13.2.2)."""
    tags = headers.getlist("if-none-match")
    if tags and not none_match(tags, etag=file.etag):
        kept = {"ETag": file.etag, "Last-Modified": file.last_modified, "Cache-Control": "private, no-store"}
        return Response(status_code=304, headers=kept)
    ranges = headers.getlist("range")
    guard = headers.getlist("if-range")
    if ranges and range_applies(guard, etag=file.etag, last_modified=file.last_modified):
        span = parse_range(ranges, size=file.stored.size)
        partial = {"Content-Range": span.content_range}
        return _stream(services, file, span, status=206, extra=partial)
    return _stream(services, file, file.whole, status=200, extra={})


def describe(services: HasStore, file: File) -> Response:
    """The answer to a HEAD: as to a GET of the whole file, also if the object is missing or truncated."""
    try:
        stored = services.store.stat(file.stored.key)
    except ClipwrightError as error:
        raise service_unavailable() from error
    if stored.size != file.stored.size:
        raise service_unavailable()
    return Response(headers=file.headers(file.whole), media_type=file.stored.media_type)


def _stream(services: HasStore, file: File, span: Span, *, status: int, extra: dict[str, str]) -> Response:
    return StreamingResponse(
        _open(services, file, span),
        status_code=status,
        headers=file.headers(span) | extra,
        media_type=file.stored.media_type,
    )


def _open(services: HasStore, file: File, span: Span) -> Iterator[bytes]:
    """Open the object before the first header is sent, so that a missing one can still change the status."""
    try:
        return services.store.read(file.stored.key, start=span.start, stop=span.stop)
    except ClipwrightError as error:
        # the row says that the object exists: storage is at fault, unless retention has just deleted it
        raise service_unavailable() from error
