"""Estimates how many seconds a manuscript takes to say, before anything is spoken."""

from __future__ import annotations

from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import spoken_text
from renderer.manuscript.document import Manuscript, Sentence
from renderer.manuscript.lengths import Lengths
from renderer.text.lines import build_line
from renderer.voices.speaking_rate import BUNDLED, SpeakingRate, estimated_seconds


def estimated_lengths(manuscript: Manuscript, *, voice: Voice, pace: SpeakingRate = BUNDLED) -> Lengths:
    """Estimate each sentence's length from the voice's pace and the spoken forms of numbers and signs."""
    language = manuscript.language
    return Lengths(
        speech={
            sentence.id: _seconds(sentence, language=language, voice=voice, pace=pace)
            for sentence in manuscript.sentences
        }
    )


def spoken_characters(manuscript: Manuscript) -> int:
    """Number of characters that are read aloud, after numbers and signs became words."""
    return sum(len(_spoken(sentence, manuscript.language)) for sentence in manuscript.sentences)


def _spoken(sentence: Sentence, language: Language) -> str:
    return spoken_text(build_line(sentence.text, id=sentence.id, language=language))


def _seconds(sentence: Sentence, *, language: Language, voice: Voice, pace: SpeakingRate) -> float:
    return estimated_seconds(_spoken(sentence, language), language=language, voice=voice, pace=pace)
