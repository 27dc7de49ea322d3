"""Seconds of sentences, passages and chapters, pauses included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from renderer.manuscript.document import Chapter, Manuscript, Sentence

SENTENCE_PAUSE: Final = 0.32
PASSAGE_PAUSE: Final = 0.75
CHAPTER_PAUSE: Final = 1.2
"""Seconds of silence after a sentence, a passage and a chapter at the natural pace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """Seconds of speech of each sentence by its id, without pauses; `stretch` scales the pauses alone."""

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
