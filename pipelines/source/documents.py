"""Documents of the pipelines that look at an uploaded video."""

from __future__ import annotations

from msgspec import Struct

from renderer.core.timecode import TimeRange
from renderer.media.sources.video.facts import AudioTrack, SourceFacts


class SurveyedSource(Struct, frozen=True, kw_only=True):
    """An uploaded video that can be read: digest of the file, what it holds, and the track that is heard.

    Of several tracks, the first that decodes is heard; `sound` is None if none does.
    """

    source: str
    facts: SourceFacts
    sound: AudioTrack | None


class WatchedSource(Struct, frozen=True, kw_only=True):
    """What was seen in one pass: digest of the arrays (`renderer.analysis.watched`), the detectors' names."""

    notes: str
    faces_by: str
    texts_by: str


class SourceShots(Struct, frozen=True, kw_only=True):
    """First frames of all shots and the frame after the last, at `fps`; digest of the thumbnail (JPEG)."""

    fps: int
    borders: tuple[int, ...]
    thumbnail: str


class HeardSource(Struct, frozen=True, kw_only=True):
    """What was heard: loudness in LUFS (None for silence), stretches of speech and their detector's name.

    `audio` is the digest of the sound as a transcriber takes it (`renderer.analysis.listening`); "" if the
    source has none.
    """

    audio: str
    loudness: float | None
    speech: tuple[TimeRange, ...]
    speech_by: str
