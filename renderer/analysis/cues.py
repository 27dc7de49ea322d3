"""Makes cues from transcribed words: pages by the rules of captions, on screen long enough to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from renderer.backends.transcription.base import TranscribedWord, Transcript
from renderer.contract.remix.timed_text import CUES, TEXT, CueList, TimedText
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionWord
from renderer.core.paging import PagingRules, page_span, paginate
from renderer.core.timecode import TimeRange, milliseconds

WORDS: Final = 9
AIM: Final = 6
CHARACTERS: Final = 42
CHARACTERS_UNSPACED: Final = 18
LONGEST: Final = Fraction(5)
"""Longest time in seconds that one cue stays while words go on."""
READ_A_SECOND: Final = 17
READ_A_SECOND_UNSPACED: Final = 9
"""Characters that a viewer reads per second; a cue stays long enough for that if the next one allows it."""
SHORTEST: Final = Fraction(7, 10)
UNSPACED: Final = frozenset({"zh", "yue", "ja", "th", "lo", "km", "my"})
"""Codes of languages written without spaces between words."""


def cues_of(transcript: Transcript, *, duration: Fraction) -> CueList:
    """The transcript as captions within `duration` (seconds); cues are made longer if they are too many."""
    words = _words(transcript, duration)
    spaced = transcript.language not in UNSPACED
    characters = CHARACTERS if spaced else CHARACTERS_UNSPACED
    cues = _cues(words, _rules(transcript.language, characters, spaced=spaced), duration)
    while len(cues) > CUES:
        characters *= 2
        cues = _cues(words, _rules(transcript.language, characters, spaced=spaced), duration)
    return CueList(language=transcript.language[:8] or None, cues=cues)


def _rules(code: str, characters: int, *, spaced: bool) -> PagingRules:
    """The paging rules of a language; unsupported ones are paged by length and punctuation, as English is."""
    known = {language.value: language for language in Language}
    grown = characters // (CHARACTERS if spaced else CHARACTERS_UNSPACED)
    return PagingRules(
        words=WORDS * grown,
        aim=AIM * grown,
        characters=characters,
        seconds=LONGEST * grown,
        spaced=spaced,
        language=known.get(code, Language.EN),
    )


def _words(transcript: Transcript, duration: Fraction) -> list[CaptionWord]:
    """The words in order, without overlap, all inside the video."""
    gap = "" if transcript.language in UNSPACED else " "
    words: list[CaptionWord] = []
    heard = sorted(_heard(transcript), key=lambda word: word.span.start)
    for word in heard:
        start = max(word.span.start, words[-1].span.end if words else Fraction(0))
        end = min(max(word.span.end, start), duration)
        if start < end:
            text = word.text.strip()[:TEXT]
            words.append(CaptionWord(text=text, span=TimeRange(start, end), index=len(words), gap=gap))
    return words


def _heard(transcript: Transcript) -> Iterator[TranscribedWord]:
    """All transcribed words; a segment without word times counts as one long word."""
    for segment in transcript.segments:
        if segment.words:
            yield from (word for word in segment.words if word.text.strip())
        elif segment.text.strip():
            yield TranscribedWord(text=segment.text, span=segment.span, confidence=0.0)


def _cues(words: Sequence[CaptionWord], rules: PagingRules, duration: Fraction) -> tuple[TimedText, ...]:
    pages = paginate(words, rules)
    found: list[TimedText] = []
    for number, page in enumerate(pages):
        limit = words[pages[number + 1][0]].span.start if number + 1 < len(pages) else duration
        text = "".join(words[k].text + words[k].gap for k in page).strip()[:TEXT].strip()
        start = milliseconds(words[page[0]].span.start)
        end = milliseconds(_read_until(words, page, len(text), rules, limit))
        if text and start < end:
            found.append(TimedText(start_ms=start, end_ms=end, text=text))
    return tuple(found)


def _read_until(
    words: Sequence[CaptionWord], page: range, characters: int, rules: PagingRules, limit: Fraction
) -> Fraction:
    """When a page ends: after its words, not before it can be read, but never after the next one starts."""
    span = page_span(words, page)
    speed = READ_A_SECOND if rules.spaced else READ_A_SECOND_UNSPACED
    needed = span.start + max(SHORTEST, Fraction(characters, speed))
    return min(max(span.end, needed), limit)
