"""Parts of requests and answers about projects: bodies of captions, pauses between polls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from api.http.request_body import read_json, read_typed
from api.http.responses import RETRY_AFTER, RETRY_AFTER_READY
from api.http.validation import validated
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem
from api.remix.projects.repository import FINAL
from api.remix.projects.schemas import ReplaceCaptions
from api.remix.projects.subtitles import SRT, VTT, read_subtitles

if TYPE_CHECKING:
    from starlette.requests import Request

    from api.http.request_body import BodyLimits
    from api.remix.projects.schemas import RemixProject

_REVISION: Final = re.compile(r"[1-9][0-9]{0,99}", re.ASCII)


def polling(project: RemixProject) -> dict[str, str]:
    """The `Retry-After` header, while there is something to wait for."""
    if project.phase is RemixPhase.READY:
        return RETRY_AFTER_READY
    return {} if project.phase in FINAL else RETRY_AFTER


async def read_captions(request: Request, limits: BodyLimits) -> ReplaceCaptions:
    """Read cues as JSON, or from a subtitle file, whose revision is in the query."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in {SRT, VTT}:
        given_cues = validated(ReplaceCaptions, await read_json(request, limits))
        if request.query_params:
            raise ApiProblem("invalid_request", "With JSON the revision stands in the body.")
        return given_cues
    given = request.query_params.multi_items()
    if [name for name, _ in given] != ["revision"] or not _REVISION.fullmatch(given[0][1]):
        raise ApiProblem("invalid_request", "The query takes revision, once, as a whole number.")
    body = await read_typed(request, limits, media_type=media_type)
    return ReplaceCaptions(revision=int(given[0][1]), cues=read_subtitles(body, media_type))
