"""Six voices that differ from each other and fit their names, measured on their sound."""

from __future__ import annotations

import itertools
from pathlib import Path

import espeakng_loader
import numpy as np
import pytest
from scipy import signal

from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from renderer.voices.profiles import VOICES_FOLDER, load_voice

SENTENCES = {
    Language.EN: "The octopus has three hearts, and two of them stop beating when it swims.",
    Language.ES: "El pulpo tiene tres corazones, y dos de ellos dejan de latir cuando nada.",
    Language.ZH: "章鱼有三颗心脏，其中两颗在游泳时会停止跳动。",
    Language.HI: "ऑक्टोपस के तीन दिल होते हैं, और दो धड़कना बंद कर देते हैं।",
    Language.AR: "للأخطبوط ثلاثة قلوب، ويتوقف اثنان منها عن النبض.",
    Language.PT: "O polvo tem três corações, e dois deles param de bater quando ele nada.",
    Language.FR: "La pieuvre a trois cœurs, et deux d'entre eux s'arrêtent quand elle nage.",
    Language.JA: "タコには心臓が三つあり、泳ぐときにはそのうちの二つが止まります。",
    Language.DE: "Der Oktopus hat drei Herzen, und zwei davon hören auf zu schlagen.",
    Language.RU: "У осьминога три сердца, и два из них перестают биться.",
}


def median_pitch(samples: np.ndarray[tuple[int], np.dtype[np.float32]], rate: int) -> float:
    """Median pitch in hertz, by autocorrelation of 45 ms frames that are loud and periodic."""
    step = max(1, rate // 11_000)
    slow = signal.decimate(samples.astype(np.float64), step)
    hertz = rate / step
    width, low, high = int(0.045 * hertz), int(hertz / 500), int(hertz / 55)
    found = []
    for start in range(0, len(slow) - width, int(0.01 * hertz)):
        frame = slow[start : start + width] - slow[start : start + width].mean()
        if np.sqrt(np.mean(frame**2)) < 0.05 * np.abs(slow).max():
            continue
        size = 1 << (2 * width - 1).bit_length()
        lag = np.fft.irfft(np.abs(np.fft.rfft(frame, size)) ** 2)[:width]
        best = low + int(np.argmax(lag[low:high]))
        if lag[best] > 0.5 * lag[0]:
            found.append(hertz / best)
    return float(np.median(found))


def centroid(samples: np.ndarray[tuple[int], np.dtype[np.float32]], rate: int) -> float:
    """Spectral centroid in hertz, below 8 kHz."""
    frequency, power = signal.welch(samples, rate, nperseg=2048)
    band = frequency < 8000
    return float((frequency[band] * power[band]).sum() / power[band].sum())


@pytest.mark.parametrize("language", list(Language))
def test_voices_differ_clearly_and_fit_their_names(language: Language) -> None:
    line = build_line(SENTENCES[language], id="s1.l1", language=language)
    speech = {voice: EmbeddedEngine().speak(line, language=language, voice=voice) for voice in Voice}
    pitch = {voice: median_pitch(one.samples, one.rate) for voice, one in speech.items()}
    tone = {voice: centroid(one.samples, one.rate) for voice, one in speech.items()}
    length = {voice: len(one.samples) / one.rate for voice, one in speech.items()}
    for first, second in itertools.combinations(Voice, 2):
        semitones = abs(12 * np.log2(pitch[first] / pitch[second]))
        timbre = abs(np.log2(tone[first] / tone[second]))
        pace = abs(np.log2(length[first] / length[second]))
        assert semitones > 1.5 or timbre > 0.25 or pace > 0.15, (first, second)
    assert min(pitch, key=lambda voice: pitch[voice]) is Voice.DEEP_DOCUMENTARY
    assert max(pitch, key=lambda voice: pitch[voice]) is Voice.PLAYFUL_UPBEAT
    assert min(length, key=lambda voice: length[voice]) is Voice.PLAYFUL_UPBEAT
    assert length[Voice.WARM_CALM] > length[Voice.FRIENDLY_CASUAL]
    if language is not Language.JA:  # one recorded voice, whose brightness comes from processing
        assert tone[Voice.BRIGHT_EXPLAINER] > 1.2 * tone[Voice.WARM_STORYTELLER]
    assert all(np.abs(one.samples).max() < 0.99 for one in speech.values())


def test_every_variant_exists_since_espeak_ignores_unknown_ones() -> None:
    variants = {path.name for path in (Path(espeakng_loader.get_data_path()) / "voices" / "!v").iterdir()}
    used = {timbre.variant for voice in Voice for timbre in load_voice(voice).espeak.values()}
    assert used <= variants


@pytest.mark.parametrize(
    ("damage", "key"),
    [
        (("room = ", "rooms = "), "dsp"),
        (("[espeak]", "[espeaks]"), "espeaks"),
        (('variant = "', 'variant = "../'), "variant"),
        (("rate = 1", "rate = 9"), "rate"),
        (('label = "', 'label = "" #'), "label"),
    ],
)
def test_a_damaged_voice_file_is_named_with_its_key(
    tmp_path: Path, damage: tuple[str, str], key: str
) -> None:
    good = (VOICES_FOLDER / "warm-calm.toml").read_text(encoding="utf-8")
    (tmp_path / "warm-calm.toml").write_text(good.replace(*damage, 1), encoding="utf-8")
    with pytest.raises(ClipwrightError) as caught:
        load_voice(Voice.WARM_CALM, tmp_path)
    assert caught.value.code == "asset_invalid"
    assert key in caught.value.sentence
