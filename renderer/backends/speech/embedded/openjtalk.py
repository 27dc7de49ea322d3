"""Open JTalk (pyopenjtalk-plus) with its bundled "Mei" voice: Japanese with correct kanji and exact times.

The "Mei" HTS voice is by the MMDAgent project team, Nagoya Institute of Technology, CC BY 3.0.

The one recorded voice becomes six by changing its pitch and by playing it at another rate, which scales the
formants like a longer or shorter vocal tract, and the pace with them. The engine's own speed setting stays
at 1: any other spreads rounding over the whole utterance, and word times would be guesses (up to 50 ms off).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.backends.speech.base import Samples, Speech
from renderer.backends.speech.embedded.openjtalk_lengths import label_lengths
from renderer.backends.speech.spans import spans_from_marks, spoken_with_ranges
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.core.voice import OpenJTalkTimbre
from renderer.errors import ClipwrightError
from renderer.voices.profiles import load_voice, voices_digest

RECORDED_RATE: Final = 48_000
FULL_SCALE: Final = 48_000.0
"""More than 16-bit full scale, as the engine exceeds that at low pitches."""
MARGIN: Final = 1_920
"""Samples (40 ms) that are kept of the silence before and after every utterance."""
SILENT_LABELS: Final = frozenset({"sil", "pau"})
SILENT_PHONEMES: Final = frozenset({"pau", "sp", "unk"})
REVISION: Final = 1
"""Raise when this module changes what is heard."""

_PHONEME: Final = re.compile(r"-(.+?)\+")


class OpenJTalkEngine(Struct, frozen=True, kw_only=True):
    """Speaks Japanese."""

    @property
    def name(self) -> str:
        """Always "openjtalk"."""
        return "openjtalk"

    def engine_for(self, language: Language) -> str:
        """Always itself."""
        del language
        return self.name

    @property
    def lanes(self) -> int:
        """Always one."""
        return 1

    def serves(self, language: Language, voice: Voice) -> bool:
        """Whether the language is Japanese."""
        del voice
        return language is Language.JA

    @property
    def fingerprint(self) -> str:
        """Wheel version, this module's revision, digest of all voice settings."""
        return f"pyopenjtalk-plus {version('pyopenjtalk-plus')} r{REVISION} voices {voices_digest()}"

    def speak(self, line: Line, *, language: Language, voice: Voice) -> Speech:
        """The line with a span per token; the rate differs by voice (see module).

        Raises:
            ClipwrightError: `voice_unavailable` for other languages; `line_unspeakable` when nothing in the
                line can be pronounced; `speech_failed` when the engine fails.
        """
        if language is not Language.JA:
            raise ClipwrightError(
                "voice_unavailable",
                voice=voice,
                language=language,
                engine=self.name,
                reason="it knows Japanese only",
            )
        if not line.tokens:
            raise _failed(line.id, "it has no words")
        spoken = spoken_with_ranges(line.tokens)
        timbre = load_voice(voice).openjtalk
        try:
            samples, marks = _synthesised(spoken.text, timbre)
        except (RuntimeError, ValueError) as error:
            raise _failed(line.id, str(error)) from error
        rate = round(RECORDED_RATE * timbre.tract)
        spans = spans_from_marks(marks, tokens=line.tokens, samples=samples, rate=rate) if marks else ()
        if not spans:
            raise ClipwrightError(
                "line_unspeakable",
                engine=self.name,
                line=line.id,
                reason="nothing in it can be pronounced in Japanese",
            )
        return Speech(samples=samples, rate=rate, spans=spans)


def _failed(line_id: str, reason: str) -> ClipwrightError:
    return ClipwrightError("speech_failed", engine="openjtalk", line=line_id, reason=reason)


def _synthesised(text: str, timbre: OpenJTalkTimbre) -> tuple[Samples, tuple[tuple[int, int], ...]]:
    """The samples, and a (character, sample) mark for each pronounced character."""
    import pyopenjtalk  # noqa: PLC0415  loads dictionaries
    from pyopenjtalk.htsengine import HTSEngine  # noqa: PLC0415  same

    features, morphs = pyopenjtalk.run_frontend_detailed(text)
    labels = pyopenjtalk.make_label(features)
    if not labels:
        return np.zeros(0, np.float32), ()
    words = pyopenjtalk.make_phoneme_mapping(features, morphs, caller_text=text)
    engine = HTSEngine(pyopenjtalk.DEFAULT_HTS_VOICE)
    engine.add_half_tone(timbre.half_tone)
    samples: Samples = (np.asarray(engine.synthesize(labels)) / FULL_SCALE).astype(np.float32)
    lengths = label_lengths(labels, voice=pyopenjtalk.DEFAULT_HTS_VOICE, frame=engine.get_fperiod())
    lead = max(0, lengths[0] - MARGIN)
    tail = len(samples) - max(0, lengths[-1] - MARGIN)
    marks = tuple((character, sample - lead) for character, sample in _marks(words, labels, lengths))
    return np.clip(samples[lead:tail], -1.0, 1.0), marks


def _marks(
    words: Sequence[Mapping[str, Any]], labels: Sequence[str], lengths: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Marks of characters: each sounding phoneme of a word takes a label; its characters share them."""
    ends = np.cumsum(lengths)
    sounding = [
        (int(end) - length, int(end))
        for label, length, end in zip(labels, lengths, ends, strict=True)
        if _phoneme(label) not in SILENT_LABELS
    ]
    marks: list[tuple[int, int]] = []
    position = 0
    for word in words:
        count = sum(phoneme not in SILENT_PHONEMES for phoneme in word["phonemes"])
        heard = sounding[position : position + count]
        position += count
        first, last = word["char_span"]
        if heard and last > first:
            start, end = heard[0][0], heard[-1][1]
            marks += [(first + i, start + (end - start) * i // (last - first)) for i in range(last - first)]
    return tuple(marks)


def _phoneme(label: str) -> str:
    found = _PHONEME.search(label)
    return found.group(1) if found else "sil"
