"""Seconds that a manuscript takes to say, before anything is spoken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import spoken_text
from renderer.manuscript.document import Chapter, Manuscript, Sentence
from renderer.text.lines import build_line
from renderer.voices.speaking_rate import BUNDLED, SpeakingRate, estimated_seconds

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


def estimated_lengths(manuscript: Manuscript, *, voice: Voice, pace: SpeakingRate = BUNDLED) -> Lengths:
    """Lengths by the pace of whoever speaks, over the spoken forms of numbers and signs."""
    language = manuscript.language
    return Lengths(
        speech={
            sentence.id: _seconds(sentence, language=language, voice=voice, pace=pace)
            for sentence in manuscript.sentences
        }
    )


def spoken_characters(manuscript: Manuscript) -> int:
    """Characters that a narrator reads, after numbers and signs became words."""
    return sum(len(_spoken(sentence, manuscript.language)) for sentence in manuscript.sentences)


def _spoken(sentence: Sentence, language: Language) -> str:
    return spoken_text(build_line(sentence.text, id=sentence.id, language=language))


def _seconds(sentence: Sentence, *, language: Language, voice: Voice, pace: SpeakingRate) -> float:
    return estimated_seconds(_spoken(sentence, language), language=language, voice=voice, pace=pace)
