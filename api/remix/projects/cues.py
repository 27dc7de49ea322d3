"""Checks timed lines that callers send: sorted, without overlaps, inside the video."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from api.http.texts import WHITE_SPACE
from api.problems import ApiProblem

if TYPE_CHECKING:
    from api.remix.projects.settings import TimedLine


def in_order(lines: Sequence[TimedLine], *, duration_ms: int, what: str) -> list[dict[str, object]]:
    """The lines by start, trimmed, as JSON; raises `invalid_request`, which names the line at fault.

    `what` is the word for one line in that message.
    """
    checked = [_checked(line, f"{what} {at}", duration_ms) for at, line in enumerate(lines, start=1)]
    ordered = sorted(checked, key=lambda line: line.start_ms)
    for earlier, later in pairwise(ordered):
        if later.start_ms < earlier.end_ms:
            message = (
                f"The {what} at {later.start_ms} ms begins before the one at {earlier.start_ms} ms ends."
            )
            raise ApiProblem("invalid_request", message)
    return [line.model_dump(mode="json") for line in ordered]


def _checked(line: TimedLine, name: str, duration_ms: int) -> TimedLine:
    text = line.text.strip(WHITE_SPACE)
    if not text:
        raise ApiProblem("invalid_request", f"{name} has no text.")
    if "\0" in text:
        raise ApiProblem("invalid_request", f"{name} has the character U+0000.")
    if line.start_ms >= line.end_ms:
        raise ApiProblem("invalid_request", f"{name} ends before it starts.")
    if line.end_ms > duration_ms:
        raise ApiProblem("invalid_request", f"{name} ends after the video, which has {duration_ms} ms.")
    return line.model_copy(update={"text": text})
