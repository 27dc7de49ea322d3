"""Measurements of speech: DNSMOS P.835 (quality), Whisper base (intelligibility), pitch and timbre.

The models come from packs (`clipwright models fetch dnsmos`, `… whisper-base`).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import soxr

from renderer.contract.vocabulary import Language

Samples = npt.NDArray[np.float32]
RATE = 16_000
WINDOW = int(9.01 * RATE)
QUIET = 0.01
"""Root mean square below which a frame holds no speech."""
VOICED = 0.5
PROMPTS = {
    Language.ZH: "以下是普通话的句子。",
    Language.JA: "以下は日本語の文です。",
    Language.HI: "यह हिंदी में लिखा हुआ एक वाक्य है।",
}
"""Prompts for Whisper; the Chinese one makes it write simplified characters, like the references."""
BY_CHARACTER = {Language.ZH, Language.JA}
"""Languages written without spaces, whose error is counted in characters."""
_ARABIC = re.compile("[ØÙÚÛ]")
_HINDI_CONSONANTS = str.maketrans("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहं", "kkggnccjjnttddnttddnppbbmyrlvssshn")
"""Without aspiration, and one letter for what Whisper base confuses in Latin ("kh" and "k", "sh" and "s")."""
_LATIN_ALIKE = (("ph", "p"), ("f", "p"), ("z", "j"), ("w", "v"), ("q", "k"), ("x", "ks"), ("ck", "k"))
_HINDI_FIGURES = {"1": "k", "2": "d", "3": "tn", "4": "cr", "5": "pnc"}
SCORES = {
    "signal": np.poly1d([-0.08397278, 1.22083953, 0.0052439]),
    "background": np.poly1d([-0.13166888, 1.60915514, -0.39604546]),
    "overall": np.poly1d([-0.06766283, 1.11546468, 0.04602535]),
}
"""Polynomials from the network's raw outputs to scores of 1 to 5 (DNS Challenge, `dnsmos_local.py`)."""


@functools.cache
def _dnsmos(models: Path) -> Any:
    import onnxruntime  # noqa: PLC0415  heavy

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(models / "dnsmos" / "sig_bak_ovr.onnx"), options)


@functools.cache
def _whisper(models: Path) -> Any:
    from faster_whisper import WhisperModel  # noqa: PLC0415  heavy

    return WhisperModel(str(models / "whisper" / "base"), device="cpu", compute_type="int8", cpu_threads=2)


def at_16k(samples: Samples, rate: int) -> Samples:
    return np.asarray(soxr.resample(samples, rate, RATE), np.float32)


def quality(samples: Samples, models: Path) -> dict[str, float]:
    """Mean scores over windows of nine seconds, one starting every second; `samples` at 16 kHz."""
    while len(samples) < WINDOW:
        samples = np.concatenate([samples, samples])
    count = (len(samples) - WINDOW) // RATE + 1
    raw = np.array(
        [
            _dnsmos(models).run(None, {"input_1": samples[place * RATE : place * RATE + WINDOW][None]})[0][0]
            for place in range(count)
        ]
    )
    return {name: float(SCORES[name](raw[:, at]).mean()) for at, name in enumerate(SCORES)}


@functools.cache
def _urdu_letters(models: Path) -> tuple[int, ...]:
    """Ids of Whisper's tokens with a byte that begins an Arabic letter (D8 to DB in UTF-8)."""
    vocabulary = _whisper(models).hf_tokenizer.get_vocab()
    return tuple(sorted(number for token, number in vocabulary.items() if _ARABIC.search(token)))


def framed_quality(samples: Samples, models: Path) -> list[float]:
    """The overall score of one repeated sentence in four windows, each starting a quarter later."""
    many = np.tile(samples, WINDOW // len(samples) + 2)
    starts = [len(samples) * quarter // 4 for quarter in range(4)]
    return [quality(many[start : start + WINDOW], models)["overall"] for start in starts]


def heard(samples: Samples, language: Language, models: Path, *, one_pass: bool = False) -> str:
    """Transcribe with Whisper base; for Hindi without the Arabic letters of Urdu, which it tends to write.

    With `one_pass` it decodes at most 30 s, once. Otherwise it continues from the end of the last segment as
    it believes it to be; on some processors that lies inside the last word, after which it makes up
    sentences.
    """
    barred = _urdu_letters(models) if language is Language.HI else ()
    segments, _ = _whisper(models).transcribe(
        samples,
        language=language.value,
        beam_size=5,
        temperature=0.0,
        condition_on_previous_text=False,
        initial_prompt=PROMPTS.get(language),
        suppress_tokens=[-1, *barred],
        without_timestamps=one_pass,
    )
    return " ".join(segment.text for segment in segments)


def units(text: str, language: Language) -> list[str]:
    """The units of the error rate: words, characters in zh and ja, consonants in hi.

    Case is folded and punctuation dropped; accents are kept.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    for one, other in (("ё", "е"), ("’", "'"), ("œ", "oe")):
        plain = plain.replace(one, other)
    plain = re.sub(r"[\u064b-\u0652\u0640]", "", plain)  # Arabic vowel marks are not written by everyone
    kept = "".join(char if unicodedata.category(char)[0] in "LMN" or char == "'" else " " for char in plain)
    if language is Language.HI:
        return list(consonants(kept))
    return list(kept.replace(" ", "")) if language in BY_CHARACTER else kept.split()


def consonants(text: str) -> str:
    """The consonants of Hindi text in Devanagari or Latin letters, as Latin letters without doubles.

    Whisper base writes both scripts, with inconsistent vowels and word boundaries in either.
    """
    latin = unicodedata.normalize("NFD", text)
    latin = "".join(_HINDI_FIGURES.get(char, char) for char in latin.translate(_HINDI_CONSONANTS))
    for one, other in _LATIN_ALIKE:
        latin = latin.replace(one, other)
    latin = re.sub(r"(?<=[bcdgjkpst])h+", "", re.sub("[^b-df-hj-np-tv-z ]", "", latin))
    return re.sub(r"(.)\1+", r"\1", latin.replace(" ", ""))


def error_rate(said: str, written: str, language: Language) -> float:
    """Edit distance between transcript and reference, per unit of the reference (Levenshtein)."""
    found, wanted = units(said, language), units(written, language)
    row = list(range(len(found) + 1))
    for place, want in enumerate(wanted, start=1):
        before, row[0] = row[0], place
        for at, have in enumerate(found, start=1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (have != want))
    return row[-1] / max(1, len(wanted))


def pitch(samples: Samples) -> float:
    """Median pitch in hertz over voiced frames (autocorrelation, 60 to 420 Hz); `samples` at 16 kHz."""
    found = []
    for start in range(0, len(samples) - 1024, 320):
        part = samples[start : start + 1024] * np.hanning(1024)
        if np.sqrt(np.mean(part**2)) < QUIET:
            continue
        power = np.abs(np.fft.rfft(part, 2048)) ** 2
        same = np.fft.irfft(power)[:400]
        low, high = RATE // 420, RATE // 60
        lag = low + int(np.argmax(same[low:high]))
        if same[lag] > VOICED * same[0]:
            found.append(RATE / lag)
    return float(np.median(found)) if found else 0.0


def timbre(samples: Samples) -> npt.NDArray[np.float64]:
    """A simple speaker print: mean and spread of 20 mel cepstra, without the level, over audible frames."""
    edges = 700.0 * (10 ** (np.linspace(np.log10(1 + 80 / 700), np.log10(1 + 7600 / 700), 34)) - 1)
    bins = np.fft.rfftfreq(512, 1 / RATE)
    bank = np.array(
        [
            np.clip(np.minimum((bins - a) / (b - a), (c - bins) / (c - b)), 0, None)
            for a, b, c in zip(edges, edges[1:], edges[2:], strict=False)
        ]
    )
    frames = np.lib.stride_tricks.sliding_window_view(samples, 400)[::160] * np.hamming(400)
    frames = frames[np.sqrt(np.mean(frames**2, axis=1)) > QUIET]
    mel = np.log(np.abs(np.fft.rfft(frames, 512)) ** 2 @ bank.T + 1e-8)
    turn = np.cos(np.pi / 32 * np.outer(np.arange(1, 21), np.arange(32) + 0.5))
    cepstra = mel @ turn.T
    return np.concatenate([cepstra.mean(axis=0), cepstra.std(axis=0)])
