"""One suite for every speech engine: spans, determinism, refusals."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.fake import FakeSpeech
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line


@dataclass(frozen=True, slots=True)
class Case:
    engine: SpeechEngine
    languages: tuple[Language, ...]


ESPEAK_LANGUAGES = tuple(language for language in Language if language is not Language.JA)
CASES = {
    "fake": Case(FakeSpeech(), tuple(Language)),
    "espeak": Case(EspeakEngine(), ESPEAK_LANGUAGES),
    "openjtalk": Case(OpenJTalkEngine(), (Language.JA,)),
    "embedded": Case(EmbeddedEngine(), tuple(Language)),
}
PAIRS = [(name, language) for name, case in CASES.items() for language in case.languages]

NASTY = {
    Language.EN: "One of the best: he paid $4.2M in 1999, i.e. 50% — “really” 😀 (и мир, 人工)!",
    Language.ES: "¿Pagó «3,50 €» el 1.º de mayo, p. ej. a las 14:30? El 50 % de EE. UU. 🚀",
    Language.ZH: "他在2024年支付了$4.2M，即50%……“你好”（3颗心）😀 hello мир。",
    Language.HI: "डॉ. शर्मा ने ₹1,00,000 दिए, यानी 50% — “सच में” 5 किमी! Hello мир 😀",
    Language.AR: "دفع 4.2 مليون دولار في عام 1999، أي 50% و5 كم — «حقا» hello мир 😀؟",
    Language.PT: "Ele pagou R$ 1.234,50 em 1999 — “é mesmo?” — a 80 km/h, p. ex. 😀 人工.",
    Language.FR: "Qu'est-ce que c'est ? L'homme d'aujourd'hui s'arrêtent à 14:30 : « 1 000 000 € » 😀 !",
    Language.JA: "彼は2024年に$4.2Mを払った、つまり50%。「これ」は😀мир、Hello、3つ！",
    Language.DE: "Am 3. Oktober 1990 zahlte er 3,50 €, z. B. um 14:30 Uhr — „wirklich“? 😀 人工",
    Language.RU: "В 1999 году он заплатил 4,2 млн долларов, т. е. 50 % — «правда»? 😀 hello 人工",
}
WORDS = {
    Language.EN: "the of in a I am one best hearts $5.50 1999 don't — “so” 3rd km world мир 人工 re-do",
    Language.ES: "el de en y corazón ¿qué? 50 % €3,50 mañana — niño",
    Language.ZH: "你好 世界 章鱼 三颗 心脏 50% 2024年 游泳 知道 ， 。",
    Language.HI: "दिल के और तैरना ₹500 50% नहीं है डॉक्टर —",
    Language.AR: "في من قلب و5 50% العالم مرحبا ، لا",
    Language.PT: "o de em coração não 50% R$5,00 é — água",
    Language.FR: "l'homme s'arrête qu'il d'entre c'est 50 % eux à — œuf",
    Language.JA: "タコ には 心臓 が 三つ 2024年 50% 、 。 東京 です Hello",
    Language.DE: "der die und z. B. 3,50 € Größe nicht — Straße 1990",
    Language.RU: "и в не сердце 50 % 1999 году $5 — мир 2-й",
}


def spans_are_sound(line: Line, speech: Speech) -> bool:
    edges = [edge for span in speech.spans for edge in (span.start, span.end)]
    return (
        [span.token for span in speech.spans] == list(range(len(line.tokens)))
        and edges == sorted(edges)
        and all(span.end > span.start for span in speech.spans)
        and edges[0] >= 0
        and edges[-1] <= len(speech.samples)
        and all(0 < span.confidence <= 1 for span in speech.spans)
    )


def digest(speech: Speech) -> str:
    return hashlib.sha256(speech.samples.tobytes() + repr(speech.spans).encode()).hexdigest()


@pytest.mark.parametrize(("name", "language"), PAIRS)
def test_a_nasty_sentence_has_one_sound_span_per_token(name: str, language: Language) -> None:
    line = build_line(NASTY[language], id="s1.l1", language=language)
    speech = CASES[name].engine.speak(line, language=language, voice=Voice.WARM_STORYTELLER)
    assert speech.samples.dtype == np.float32
    assert speech.samples.ndim == 1
    assert 0.02 < float(np.abs(speech.samples).max()) <= 1.0
    assert len(line.tokens) >= 8
    assert spans_are_sound(line, speech)


@pytest.mark.parametrize(("name", "language"), PAIRS)
def test_the_same_line_gives_the_same_bytes_whatever_was_said_before(name: str, language: Language) -> None:
    engine = CASES[name].engine
    line = build_line(NASTY[language], id="s1.l1", language=language)
    other = build_line(WORDS[language], id="s1.l2", language=language)
    first = digest(engine.speak(line, language=language, voice=Voice.WARM_CALM))
    engine.speak(other, language=language, voice=Voice.DEEP_DOCUMENTARY)
    assert digest(engine.speak(line, language=language, voice=Voice.WARM_CALM)) == first


@pytest.mark.parametrize("name", list(CASES))
def test_another_process_gives_the_same_bytes(name: str) -> None:
    language = CASES[name].languages[-1]
    line = build_line(NASTY[language], id="s1.l1", language=language)
    here = digest(CASES[name].engine.speak(line, language=language, voice=Voice.BRIGHT_EXPLAINER))
    program = (
        "import hashlib;"
        "from renderer.contract.vocabulary import Language, Voice;"
        "from renderer.text.lines import build_line;"
        f"from {type(CASES[name].engine).__module__} import {type(CASES[name].engine).__name__} as Engine;"
        f"language = Language({language.value!r});"
        f"line = build_line({NASTY[language]!r}, id='s1.l1', language=language);"
        "speech = Engine().speak(line, language=language, voice=Voice.BRIGHT_EXPLAINER);"
        "print(hashlib.sha256(speech.samples.tobytes() + repr(speech.spans).encode()).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == here


@settings(max_examples=40)
@given(data=st.data())
def test_spans_hold_for_any_words_in_any_language(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(list(Language)))
    words = data.draw(st.lists(st.sampled_from(WORDS[language].split()), min_size=1, max_size=9))
    line = build_line(" ".join(words), id="s1.l1", language=language)
    if not line.tokens:
        return
    voice = data.draw(st.sampled_from(list(Voice)))
    assert spans_are_sound(line, EmbeddedEngine().speak(line, language=language, voice=voice))


@pytest.mark.parametrize("name", list(CASES))
def test_a_line_without_words_is_refused(name: str) -> None:
    case = CASES[name]
    with pytest.raises(ClipwrightError) as caught:
        case.engine.speak(Line(id="s9.l9", tokens=()), language=case.languages[0], voice=Voice.WARM_CALM)
    assert caught.value.code == "speech_failed"
    assert "s9.l9" in caught.value.sentence


@pytest.mark.parametrize(("name", "language"), [("espeak", Language.JA), ("openjtalk", Language.DE)])
def test_a_language_the_engine_cannot_speak_is_refused(name: str, language: Language) -> None:
    line = build_line(NASTY[language], id="s1.l1", language=language)
    with pytest.raises(ClipwrightError) as caught:
        CASES[name].engine.speak(line, language=language, voice=Voice.WARM_CALM)
    assert caught.value.code == "voice_unavailable"


@pytest.mark.parametrize("name", list(CASES))
def test_name_and_fingerprint_say_what_speaks(name: str) -> None:
    engine = CASES[name].engine
    assert engine.name == name
    assert engine.fingerprint == type(engine)().fingerprint
    assert len(engine.fingerprint) >= 5
