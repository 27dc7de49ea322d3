"""Word starts reported by the installed voices against onsets in the sound, where speech follows a pause.

    python -m benchmarks.support.voice_onsets [--languages en,de]

An onset is the first 5 ms frame less than 35 dB below the line's loudest, after at least 60 ms of quieter
frames. Only words at such an onset are counted, since inside running speech no border is as clear.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.support.voice_sentences import SENTENCES
from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.text.lines import build_line

STEP = 0.005
BELOW_DB = 35.0
PAUSE = 0.06
NEAR = 0.2
"""Greatest distance in seconds between a word's start and its onset."""

SPOKEN_FOR_ONSETS: dict[Language, tuple[str, ...]] = {
    Language.EN: (
        "First, count to ten. Then, take a breath, turn around, and begin again.",
        "Time, tide, and debt, they say, wait for nobody: pay, pray, or be taken.",
    ),
}
"""Sentences with more pauses than ordinary ones."""


def onset_errors(speech: Speech, line: Line) -> list[float]:
    """Start minus onset in seconds, for each word that follows a pause."""
    onsets = _onsets(speech.samples, speech.rate)
    found = []
    for span, before in zip(speech.spans, (None, *line.tokens), strict=False):
        if before is not None and not any(mark in before.display for mark in ".,!?;:…—。，、！？；：।،؟"):
            continue
        start = span.start / speech.rate
        near = [onset for onset in onsets if abs(onset - start) <= NEAR]
        if near:
            found.append(start - min(near, key=lambda onset: abs(onset - start)))
    return found


def _onsets(samples: npt.NDArray[np.float32], rate: int) -> Sequence[float]:
    step = max(1, round(STEP * rate))
    frames = samples[: len(samples) // step * step].reshape(-1, step).astype(np.float64)
    power = 10.0 * np.log10(np.mean(frames**2, axis=1) + 1e-12)
    sounds = power > power.max() - BELOW_DB
    quiet = max(1, round(PAUSE / STEP))
    found = []
    for at in np.flatnonzero(sounds):
        before = sounds[max(0, at - quiet) : at]
        if not before.any():
            found.append(float(at) * STEP)
    return found


def errors_of(engine: SpeechEngine, language: Language, voice: Voice) -> list[float]:
    texts = (*SENTENCES[language], *SPOKEN_FOR_ONSETS.get(language, ()))
    lines = [build_line(text, id=f"l{at}", language=language) for at, text in enumerate(texts)]
    return [
        error
        for line in lines
        for error in onset_errors(engine.speak(line, language=language, voice=voice), line)
    ]


def shown(errors: Sequence[float]) -> str:
    ms = 1000.0 * np.array(errors)
    if not len(ms):
        return "no onsets"
    return (
        f"{len(ms):4} onsets, median {np.median(ms):+5.0f} ms, mean |error| {np.abs(ms).mean():4.0f} ms, "
        f"p95 {np.percentile(np.abs(ms), 95):4.0f} ms"
    )
