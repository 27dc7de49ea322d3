"""Forced alignment of English with CMU PocketSphinx, an optional extra.

It knows only the words of its dictionary. Its failures are often silent (too few words come back), so the
words that it returns are compared with those that were given. Faint noise around the speech keeps its first
word from being cut; the default beams work best.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
import regex
from msgspec import Struct

from renderer.backends.alignment.mfcc import RATE, at_rate, mel_power, signal_to_noise_db, voiced_frames
from renderer.backends.alignment.placing import Placed, tidy_spans
from renderer.backends.speech.base import Speech, TokenSpan
from renderer.contract.vocabulary import Language
from renderer.core.script import Line
from renderer.errors import ClipwrightError

_TRUST: Final = ((6.0, 20.0), (0.5, 0.9))
"""Confidence by signal-to-noise ratio in decibels of mel power.

Errors in clean speech (40 dB and more): 15 ms on average, 37 to 47 ms at the 95th percentile. With white
noise 20 dB below the speech (6 dB on this scale) it is worse than DTW: 92 ms.
"""
PAD_SECONDS: Final = 0.3
PAD_LEVEL: Final = 1e-4
FRAMES_PER_SECOND: Final = 100
_WORD: Final = regex.compile(r"[\p{L}\p{N}'’]+")
_VARIANT: Final = regex.compile(r"\(\d+\)$")


class PocketSphinxAligner(Struct, frozen=True, kw_only=True):
    """Aligns English lines whose words are all in the dictionary that the wheel contains."""

    @property
    def name(self) -> str:
        """Always "pocketsphinx"."""
        return "pocketsphinx"

    @property
    def fingerprint(self) -> str:
        """The wheel's version."""
        from importlib.metadata import version  # noqa: PLC0415  only where the extra is installed

        return f"pocketsphinx {version('pocketsphinx')} r3"

    def align(self, line: Line, speech: Speech, *, language: Language) -> tuple[TokenSpan, ...]:
        """One span per token.

        Raises:
            ClipwrightError: `alignment_failed` for other languages, unknown words and every failure of the
                engine, reported or silent.
        """
        if language is not Language.EN:
            raise _failed(line, "it knows English only")
        words = [_words(token.spoken) for token in line.tokens]
        if not line.tokens or not all(words):
            raise _failed(line, "a token has no word in Latin letters")
        found = _aligned(line, speech, [word for group in words for word in group])
        power = mel_power(speech)
        trust = float(np.interp(signal_to_noise_db(power), *_TRUST))
        placed: list[Placed] = []
        position = 0
        for group in words:
            first, last = found[position], found[position + len(group) - 1]
            placed.append(Placed(start=first[0], end=last[1], confidence=trust))
            position += len(group)
        return tidy_spans(placed, speech, voiced=voiced_frames(power), source=self.name)


def is_installed() -> bool:
    """Whether the extra is installed."""
    return find_spec("pocketsphinx") is not None


def _failed(line: Line, reason: str) -> ClipwrightError:
    return ClipwrightError("alignment_failed", line=line.id, reason=f"pocketsphinx: {reason}")


def _words(spoken: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(spoken)]


def _aligned(line: Line, speech: Speech, words: Sequence[str]) -> list[tuple[float, float]]:
    """Start and end of each word in seconds."""
    decoder = _decoder()
    unknown = [word for word in words if decoder.lookup_word(word) is None]
    if unknown:
        raise _failed(line, f"it does not know the word '{unknown[0]}'")
    try:
        decoder.set_align_text(" ".join(words))
        decoder.start_utt()
        decoder.process_raw(_padded(speech), full_utt=True)
        decoder.end_utt()
        segments = list(decoder.seg() or ())
    except RuntimeError as error:
        raise _failed(line, "it could not follow the speech") from error
    spoken = [part for part in segments if not part.word.startswith(("<", "[", "("))]
    if [_VARIANT.sub("", part.word) for part in spoken] != list(words):
        raise _failed(line, f"it found {len(spoken)} of {len(words)} words")
    return [
        (
            part.start_frame / FRAMES_PER_SECOND - PAD_SECONDS,
            (part.end_frame + 1) / FRAMES_PER_SECOND - PAD_SECONDS,
        )
        for part in spoken
    ]


def _padded(speech: Speech) -> bytes:
    """16-bit samples at 16 kHz with faint noise before, after and under the speech."""
    samples = at_rate(speech)
    pad = np.zeros(round(PAD_SECONDS * RATE), np.float32)
    whole = np.concatenate((pad, samples, pad))
    noise = np.random.Generator(np.random.PCG64(0)).standard_normal(len(whole)) * PAD_LEVEL
    return (np.clip(whole + noise, -1.0, 1.0) * 32767).astype("<i2").tobytes()


@functools.cache
def _decoder() -> Any:
    from pocketsphinx import Config, Decoder, get_model_path  # noqa: PLC0415  loads a model

    return Decoder(
        Config(
            hmm=get_model_path("en-us/en-us"),
            dict=get_model_path("en-us/cmudict-en-us.dict"),
            lm=None,
            loglevel="FATAL",
            dither=False,
        )
    )
