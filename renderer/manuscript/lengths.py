"""Lengths of sentences, passages and chapters in seconds, pauses included."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from renderer.core.mix import STEP_SECONDS
from renderer.manuscript.document import Chapter, Manuscript, Sentence

SENTENCE_PAUSE: Final = 0.32
PASSAGE_PAUSE: Final = 0.75
CHAPTER_PAUSE: Final = 0.8
"""Seconds of silence after a sentence, a passage and (at least) a chapter, at the natural pace."""


def chapter_start(moment: Fraction) -> Fraction:
    """When the next chapter begins, given that the one before ends at `moment` (seconds).

    The start lies on a whole step of the sound. A word that takes slightly longer then usually leaves later
    chapters where they are; otherwise they move by whole steps, and their sound is cut in the same places.
    """
    return math.ceil(moment / STEP_SECONDS) * STEP_SECONDS


def until_chapters(manuscript: Manuscript) -> float:
    """Expected seconds of waiting for the chapters' starts."""
    return float(STEP_SECONDS) / 2 * (len(manuscript.chapters) - 1)


class Lengths(Struct, frozen=True, kw_only=True):
    """Seconds of speech of each sentence by id, without pauses; `stretch` scales only the pauses."""

    speech: Mapping[str, float]
    stretch: float = 1.0

    def sentence(self, sentence: Sentence) -> float:
        """Seconds of the sentence and the pause after it."""
        return self.speech[sentence.id] + self.stretch * SENTENCE_PAUSE

    def chapter(self, chapter: Chapter) -> float:
        """Seconds of the chapter with its pauses, without its card."""
        said = sum(self.speech[sentence.id] for sentence in chapter.sentences)
        return said + self.stretch * self.pauses(chapter)

    def pauses(self, chapter: Chapter) -> float:
        """Seconds of the chapter's pauses at the natural pace."""
        sentences, passages = len(chapter.sentences), len(chapter.passages)
        inside = (sentences - passages) * SENTENCE_PAUSE + (passages - 1) * PASSAGE_PAUSE
        return inside + CHAPTER_PAUSE

    def whole(self, manuscript: Manuscript) -> float:
        """Seconds of all chapters, without cards."""
        return sum(self.chapter(chapter) for chapter in manuscript.chapters)
