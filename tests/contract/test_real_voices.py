"""The voice packs themselves, where installed: a listener understands them, and their word times are right.

`make setup` fetches the voices; `clipwright models fetch whisper-base` fetches the listener.
"""

from __future__ import annotations

import itertools
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.support.voice_judges import at_16k, error_rate, heard
from benchmarks.support.voice_onsets import onset_errors
from benchmarks.support.voice_sentences import SENTENCES
from renderer.backends.packs.catalogue import installed, load_packs
from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.neural.hibari import HibariEngine
from renderer.backends.speech.neural.kokoro import KokoroEngine
from renderer.backends.speech.together import spoken_together
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line

pytestmark = pytest.mark.timeout(900)  # seconds of speech cost minutes on a busy machine
MODELS = Path(__file__).parents[2] / "models"
NARRATOR = Voice.WARM_STORYTELLER


def needs(*names: str) -> None:
    missing = [name for name in names if not installed(load_packs()[name], MODELS)]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI lacks the packs {missing}: `clipwright models fetch` brings them")
    if missing:
        pytest.skip(f"the packs {missing} are not installed: `clipwright models fetch {missing[0]}`")


@cache
def kokoro() -> KokoroEngine:
    """Loaded once for the module, since loading takes seconds."""
    return KokoroEngine(folder=MODELS / "kokoro")


def engine_for(language: Language) -> SpeechEngine:
    if language is Language.EN:
        return HibariEngine(folder=MODELS / "hibari")
    return kokoro()


@pytest.fixture(scope="module")
def spoken() -> dict[Language, Speech]:
    """One sentence in each of several languages, spoken by the engine that a video would use."""
    needs("hibari", "kokoro")
    found = {}
    for language in (Language.EN, Language.DE, Language.ZH, Language.JA, Language.FR):
        line = build_line(SENTENCES[language][1], id="l", language=language)
        found[language] = engine_for(language).speak(line, language=language, voice=NARRATOR)
    return found


def test_every_word_has_its_place_in_the_sound(spoken: dict[Language, Speech]) -> None:
    for language, speech in spoken.items():
        line = build_line(SENTENCES[language][1], id="l", language=language)
        assert [span.token for span in speech.spans] == list(range(len(line.tokens))), language
        edges = [edge for span in speech.spans for edge in (span.start, span.end)]
        assert edges == sorted(edges)
        assert 2.0 < len(speech.samples) / speech.rate < 10.0
        assert float(np.abs(speech.samples).max()) < 1.0


def test_whisper_understands_what_is_spoken(spoken: dict[Language, Speech]) -> None:
    needs("whisper-base")
    limits = {Language.DE: 0.3, Language.JA: 0.35}
    for language, speech in spoken.items():
        text = heard(at_16k(speech.samples, speech.rate), language, MODELS, one_pass=True)
        assert error_rate(text, SENTENCES[language][1], language) <= limits.get(language, 0.2), text


def test_the_same_line_gives_the_same_bytes_alone_and_beside_others() -> None:
    needs("kokoro")
    engine = kokoro()
    lines = [
        build_line(text, id=f"l{at}", language=Language.ES)
        for at, text in enumerate(("El mar es azul.", "La luna es blanca.", "El sol quema."))
    ]
    alone = [engine.speak(line, language=Language.ES, voice=NARRATOR) for line in lines]
    beside = [speech for _, speech in spoken_together(engine, lines, language=Language.ES, voice=NARRATOR)]
    for one, other in itertools.zip_longest(alone, beside):
        assert np.array_equal(one.samples, other.samples)
        assert one.spans == other.spans


def test_word_times_meet_the_onsets_after_pauses(spoken: dict[Language, Speech]) -> None:
    """Word starts are compared with the moments at which the sound rises out of a pause."""
    errors = [
        error
        for language, speech in spoken.items()
        for error in onset_errors(speech, build_line(SENTENCES[language][1], id="l", language=language))
    ]
    assert len(errors) >= 5
    assert float(np.mean(np.abs(errors))) <= 0.015


def test_a_long_line_is_spoken_in_pieces_on_one_clock() -> None:
    needs("kokoro")
    text = (
        "El pulpo tiene tres corazones, y dos de ellos se detienen cuando nada, " * 3
        + "y nadie sabe por qué."
    )
    line = build_line(text, id="l", language=Language.ES)
    speech = kokoro().speak(line, language=Language.ES, voice=NARRATOR)
    assert len(speech.spans) == len(line.tokens)
    assert len(speech.samples) / speech.rate > 10.0
    gaps = [after.start - before.end for before, after in itertools.pairwise(speech.spans)]
    assert max(gaps) < 0.6 * speech.rate
