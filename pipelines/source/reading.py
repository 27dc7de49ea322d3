"""The uploaded video of a Remix job: fetched, surveyed in a sandboxed child, refused by error codes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Final

from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import RemixOperation
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS
from renderer.errors import ClipwrightError
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.sandbox import SandboxLimits
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.sound import sounding_track
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.inputs import Fetched, Inputs, unheard
from renderer.runtime.stage import StageContext

SOURCE: Final = "source"
"""Name of the input object that is the uploaded video."""
PROBE_LIMITS: Final = SandboxLimits(memory=2 << 30, seconds=30, file_bytes=0)
_LONGEST_SIDE: Final = 16_384
_SHORTEST: Final = Fraction(1, 60)
"""Seconds; a shorter video is over before any display shows a frame, and nothing can be made of it."""
_NO_VIDEO: Final = frozenset({"no_picture", "no_frames"})
"""Refusals (`renderer.media.sources.refusal`) of files that are whole but show nothing."""


def source_params(order: RemixOperation, capabilities: CapabilitySet) -> object:
    """Only the bytes of the source decide."""
    del order
    return {"source": capabilities.engine(Inputs).digest(SOURCE)}


def source_path(context: StageContext[RemixOperation], *, fetched: Fetched = unheard) -> Path:
    """The source in the run's store, fetched if it is not, or no longer, there.

    Raises:
        ClipwrightError: `input_missing`, `input_changed`, `storage_failed`.
    """
    return context.engine(Inputs).fetch(SOURCE, context.store, fetched=fetched)


def surveyed(path: Path, digest: str, *, limits: SandboxLimits = PROBE_LIMITS) -> SurveyedSource:
    """What the file at `path` holds, measured.

    Raises:
        ClipwrightError: `source_unreadable`, `no_video`, `source_too_long`.
    """
    facts = _facts(path, limits)
    if facts.duration > LONGEST_SOURCE_SECONDS:
        raise ClipwrightError("source_too_long", minutes=round(LONGEST_SOURCE_SECONDS / 60))
    if max(facts.picture.shown_size) > _LONGEST_SIDE:
        width, height = facts.picture.shown_size
        reason = f"its picture is {width} x {height} pixels large, and {_LONGEST_SIDE} a side can be read"
        raise ClipwrightError("source_unreadable", reason=reason)
    return SurveyedSource(source=digest, facts=facts, sound=sounding_track(path, facts))


@contextmanager
def reading_source() -> Iterator[None]:
    """Translate `media_unreadable`, raised in the block, into `source_unreadable`.

    Raises:
        ClipwrightError: `source_unreadable`.
    """
    try:
        yield
    except ClipwrightError as error:
        if error.code != "media_unreadable":
            raise
        raise ClipwrightError("source_unreadable", reason=error.facts["reason"]) from error


def _facts(path: Path, limits: SandboxLimits) -> SourceFacts:
    """Survey one second more than allowed, to recognise a source that is too long."""
    try:
        facts = survey_video(path, max_seconds=LONGEST_SOURCE_SECONDS + 1, limits=limits)
    except ClipwrightError as error:
        if error.code != "media_unreadable":
            raise
        code = "no_video" if error.facts.get("refusal") in _NO_VIDEO else "source_unreadable"
        raise ClipwrightError(code, reason=error.facts["reason"]) from error
    if facts.duration < _SHORTEST:
        raise ClipwrightError("source_unreadable", reason="its pictures last no time that could be seen")
    return facts
