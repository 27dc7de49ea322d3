"""Documents of the pipelines that look at an uploaded video."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.media.sources.video.facts import AudioTrack, SourceFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyedSource:
    """An uploaded video that can be read: digest of the file, what it holds, and the track that is heard.

    Of several tracks the first that decodes is heard; `sound` is None where none does.
    """

    source: str
    facts: SourceFacts
    sound: AudioTrack | None
