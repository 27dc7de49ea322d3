"""Downloads: the private file, streamed from storage through the same credential, range by range."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from starlette.responses import Response, StreamingResponse

from api.auth import Caller
from api.problems import ApiProblem, service_unavailable
from api.videos.filename import disposition
from api.videos.ranges import Span, none_match, parse_range, range_applies
from api.videos.service import owned
from renderer.contract.vocabulary import Status
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.datastructures import Headers

    from api.database import Desk
    from api.jobs import Job
    from api.services import Services

MEDIA_TYPE: Final = "video/mp4"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """What is known of a finished file; enough for every header."""

    key: str
    size: int
    sha256: str
    name: str
    modified: datetime

    @property
    def etag(self) -> str:
        """Strong: it is the digest of the bytes, the same on every machine."""
        return f'"{self.sha256}"'

    @property
    def last_modified(self) -> str:
        """HTTP date, whole seconds."""
        return format_datetime(self.modified.astimezone(UTC).replace(microsecond=0), usegmt=True)

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


def find_file(services: Services, desk: Desk, caller: Caller, *, job_id: UUID) -> File:
    """The caller's finished file; raises `video_not_found` or `video_not_ready`."""
    with desk.read() as connection:
        job, _ = owned(connection, caller, job_id)
    match job.status_at(services.clock.now()):
        case Status.COMPLETED:
            return _file(job)
        case Status.EXPIRED:
            raise ApiProblem("video_not_found")
        case _:
            raise ApiProblem("video_not_ready")


def respond(services: Services, file: File, *, headers: Headers) -> Response:
    """The answer to a GET: If-None-Match, then If-Range, then Range (RFC 9110 §13.2.2)."""
    tags = headers.getlist("if-none-match")
    if tags and not none_match(tags, etag=file.etag):
        kept = {"ETag": file.etag, "Last-Modified": file.last_modified, "Cache-Control": "private, no-store"}
        return Response(status_code=304, headers=kept)
    ranges = headers.getlist("range")
    guard = headers.getlist("if-range")
    if ranges and range_applies(guard, etag=file.etag, last_modified=file.last_modified):
        span = parse_range(ranges, size=file.size)
        partial = {"Content-Range": span.content_range}
        return _stream(services, file, span, status=206, extra=partial)
    return _stream(services, file, whole(file), status=200, extra={})


def whole(file: File) -> Span:
    """All of it."""
    return Span(start=0, stop=file.size, size=file.size)


def _stream(services: Services, file: File, span: Span, *, status: int, extra: dict[str, str]) -> Response:
    return StreamingResponse(
        _open(services, file, span),
        status_code=status,
        headers=file.headers(span) | extra,
        media_type=MEDIA_TYPE,
    )


def _open(services: Services, file: File, span: Span) -> Iterator[bytes]:
    """Opened before the first header goes out, so that a missing object is an honest answer."""
    try:
        return services.store.read(file.key, start=span.start, stop=span.stop)
    except ClipwrightError as error:
        # the row says that it is there: storage is amiss, unless retention has just taken it
        raise service_unavailable() from error


def _file(job: Job) -> File:
    if (
        job.object_key is None
        or job.object_size is None
        or job.object_sha256 is None
        or job.settled_at is None
    ):
        raise ApiProblem("video_not_found")
    return File(
        key=job.object_key,
        size=job.object_size,
        sha256=job.object_sha256,
        name=disposition(job.topic, fallback=f"video-{job.id}"),
        modified=job.settled_at,
    )
