"""Whatever a line contains, the engines that ship speak or pause, and report what was replaced by what."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.unreadable import pause_for
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line

SCRIPTS = (
    "왜 하늘은",
    "ทำไมท้องฟ้า",
    "למה",
    "Γιατί",
    "Ինչու",
    "რატომ",
    "আকাশ",
    "வானம்",
    "ਅਸਮਾਨ ਨੀਲਾ",
    "½",
    "々",
    "ǆ",
    "፩",
    "𐍈",
)


@pytest.mark.parametrize("text", SCRIPTS)
@pytest.mark.parametrize("language", [Language.EN, Language.JA])
def test_a_line_in_any_script_is_spoken(text: str, language: Language) -> None:
    line = build_line(text, id="s1.l1", language=language)
    speech = EmbeddedEngine().speak(line, language=language, voice=Voice.WARM_CALM)
    assert len(speech.spans) == len(line.tokens)
    assert speech.spans[-1].end <= len(speech.samples)


def test_what_japanese_speech_cannot_read_is_said_in_latin_letters_with_a_note() -> None:
    line = build_line("ਅਸਮਾਨǆ", id="s1.l1", language=Language.JA)
    speech = EmbeddedEngine().speak(
        build_line("ǆ", id="a", language=Language.JA), language=Language.JA, voice=Voice.WARM_CALM
    )
    assert speech.notes == ("“ǆ” is said as its Latin transliteration, since openjtalk cannot read it",)
    assert float(np.abs(speech.samples).max()) > 0.01
    assert line.tokens


def test_a_pause_has_a_place_for_every_word() -> None:
    tokens = build_line("one two three", id="a", language=Language.EN).tokens
    speech = pause_for(tokens, 16_000, engine="espeak")
    assert len(speech.samples) == 9_600
    assert [(span.token, span.start, span.end) for span in speech.spans] == [
        (0, 0, 3200),
        (1, 3200, 6400),
        (2, 6400, 9600),
    ]
    assert speech.notes == ("a pause stands for “one two three”, of which espeak can say nothing",)
