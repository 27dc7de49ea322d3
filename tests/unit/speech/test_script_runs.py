"""Lines in several scripts: which voice reads which token, and that the parts are joined to one line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.base import Speech, SpeechEngine, TokenSpan, start_early
from renderer.backends.speech.fake import FakeSpeech
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.forwarding import ForwardingSpeech
from renderer.backends.speech.joining import PAUSE_SECONDS, joined, resampled
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.paces import SpeakersPace
from renderer.backends.speech.script_runs import OWN_SCRIPTS, foreign_script, runs_by_script
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Token
from renderer.net.response_cache import NoResponseCache
from renderer.voices.speaking_rate import BUNDLED

RATE = 24_000


def tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(display=word, spoken=word, gap=" ", stressed=False) for word in text.split())


@pytest.mark.parametrize(
    ("language", "text", "runs"),
    [
        (Language.EN, "The word кот means cat.", "own ru own"),
        (Language.FR, "Ici Ελλάδα et 東京 brillent", "own el own cmn own"),
        (Language.DE, "Straße über Ärger, naïve façade!", "own"),
        (Language.EN, "smörgåsbord Łódź Đà Nẵng", "own"),
        (Language.RU, "Это слово OK читает русский", "own"),
        (Language.RU, "Это слово 漢字 китайское", "own cmn own"),
        (Language.ES, "Dice مرحبا بالعالم y שלום", "own ar own he"),
        (Language.HI, "यह शब्द தமிழ் है", "own ta own"),
        (Language.AR, "كلمة ไทย هنا", "own th own"),
        (Language.ZH, "汉字 カタカナ 和 ひらがな 还有 한글", "own ja own ja own ko"),
        (Language.JA, "日本語 カタカナ ラーメン ー です", "own"),
        (Language.JA, "これは Москва です", "own ru own"),
        (Language.EN, "3 + 4 = 7 ½ ª º №", "own"),
        (Language.EN, "«Привет» “नमस्ते” (გამარჯობა) Բարև", "ru hi ka hy"),
        (Language.EN, "বাংলা ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം తెలుగు", "bn gu pa kn ml te"),
    ],
)
def test_each_token_goes_to_a_voice_that_reads_its_script(language: Language, text: str, runs: str) -> None:
    found = runs_by_script(tokens(text), language=language, own_voice="own")
    assert [run.voice for run in found] == runs.split()
    assert [token for run in found for token in run.tokens] == [*tokens(text)]


@pytest.mark.parametrize(
    ("text", "own", "script"),
    [
        ("", "", ""),
        ("plain", "", ""),
        ("12:30", "", ""),
        ("кот", "CYRILLIC", ""),
        ("xкот", "", "CYRILLIC"),
        ("котελ", "", "CYRILLIC"),
        ("котελ", "CYRILLIC", ""),
        ("ー東", "", "CJK"),
        ("🙂ひ", "", "HIRAGANA"),
        ("\u0301\u200fא", "", "HEBREW"),
    ],
)
def test_the_first_letter_of_another_script_decides(text: str, own: str, script: str) -> None:
    assert foreign_script(text, own=frozenset(own.split())) == script


@given(
    st.lists(st.text(alphabet="aбγ東かカअع1ー. ", min_size=1, max_size=4), max_size=12),
    st.sampled_from([*Language]),
)
@settings(max_examples=50, deadline=None)
def test_runs_hold_every_token_once_and_neighbours_differ(words: list[str], language: Language) -> None:
    given_tokens = tuple(Token(display=word, spoken=word, gap="", stressed=False) for word in words)
    found = runs_by_script(given_tokens, language=language, own_voice="own")
    assert tuple(token for run in found for token in run.tokens) == given_tokens
    assert all(run.tokens for run in found)
    assert all(one.voice != other.voice for one, other in pairwise(found))
    assert {*OWN_SCRIPTS} == {Language.AR, Language.HI, Language.JA, Language.RU, Language.ZH}


def speech(
    seconds: float, *, rate: int = RATE, level: float = 0.5, tokens: int = 2, note: str = ""
) -> Speech:
    count = round(seconds * rate)
    edges = [count * number // tokens for number in range(tokens + 1)]
    spans = tuple(
        TokenSpan(token=number, start=edges[number], end=edges[number + 1], confidence=0.9)
        for number in range(tokens)
    )
    notes = (note,) if note else ()
    return Speech(samples=np.full(count, level, np.float32), rate=rate, spans=spans, notes=notes)


def test_parts_follow_each_other_with_a_pause() -> None:
    whole = joined(
        [speech(0.5, level=0.5, note="a"), speech(0.25, level=-0.5, note="b"), speech(0.5, note="a")]
    )
    pause = round(PAUSE_SECONDS * RATE)
    assert len(whole.samples) == 30_000 + 2 * pause
    assert whole.samples[11_999] == 0.5
    assert np.all(whole.samples[12_000 : 12_000 + pause] == 0)
    assert whole.samples[12_000 + pause] == -0.5
    assert whole.samples[-1] == 0.5
    assert [span.token for span in whole.spans] == [0, 1, 2, 3, 4, 5]
    assert [whole.samples[span.start] for span in whole.spans] == [0.5, 0.5, -0.5, -0.5, 0.5, 0.5]
    assert [whole.samples[span.end - 1] for span in whole.spans] == [0.5, 0.5, -0.5, -0.5, 0.5, 0.5]
    assert whole.notes == ("a", "b")


def test_one_part_stays_as_it_is() -> None:
    one = speech(0.5)
    whole = joined([one])
    assert np.array_equal(whole.samples, one.samples)
    assert whole.spans == one.spans


@pytest.mark.parametrize("rate", [16_000, 22_050, 48_000])
def test_parts_at_another_rate_are_as_long_in_seconds(rate: int) -> None:
    one = resampled(speech(1.0, rate=rate, tokens=3), RATE)
    assert one.rate == RATE
    assert abs(len(one.samples) - RATE) <= 2
    assert one.samples.dtype == np.float32
    assert abs(float(np.median(one.samples)) - 0.5) < 0.01
    assert [round(span.start / RATE, 2) for span in one.spans] == [0.0, 0.33, 0.67]
    assert one.spans[-1].end <= len(one.samples)
    whole = joined([speech(0.5), speech(0.5, rate=rate)])
    assert all(0 <= span.start <= span.end <= len(whole.samples) for span in whole.spans)


@dataclass(frozen=True, slots=True)
class _Paced:
    """An engine of one language that has a measured pace."""

    pace_: float
    language: Language = Language.FR

    def serves(self, language: Language, voice: Voice) -> bool:
        del voice
        return language is self.language

    def pace(self, language: Language, voice: Voice) -> float:
        del language, voice
        return self.pace_


@pytest.mark.parametrize(
    ("language", "paces", "expected"),
    [(Language.FR, (11.0, 12.0), 11.0), (Language.FR, (0.0, 12.0), 0.0), (Language.DE, (11.0,), 11.0)],
)
def test_the_writer_counts_with_whoever_will_speak(
    language: Language, paces: tuple[float, ...], expected: float
) -> None:
    engines: tuple[SpeechEngine, ...] = tuple(_Paced(pace) for pace in paces)  # type: ignore[misc]  # a part
    found = SpeakersPace(engines=engines).characters_per_second(
        language=language, voice=Voice.WARM_STORYTELLER
    )
    bundled = BUNDLED.characters_per_second(language=language, voice=Voice.WARM_STORYTELLER)
    assert found == (expected or bundled)


def test_an_engine_in_front_says_what_the_one_behind_says() -> None:
    behind = FakeSpeech()
    front = ForwardingSpeech(engine=behind)
    assert (front.name, front.fingerprint, front.lanes) == (behind.name, behind.fingerprint, behind.lanes)
    for language in Language:
        assert front.engine_for(language) == behind.engine_for(language)
        for voice in Voice:
            assert front.serves(language, voice) == behind.serves(language, voice)


class _Starting(FakeSpeech, frozen=True, kw_only=True):
    """Notes what it is started for."""

    started: ClassVar[list[tuple[Language, Voice]]] = []

    def start(self, language: Language, voice: Voice) -> None:
        self.started.append((language, voice))


def test_an_engine_behind_others_is_started_early_and_one_that_needs_nothing_is_left() -> None:
    cache = NoResponseCache()
    _Starting.started.clear()
    wanted = Language.FR, Voice.WARM_CALM
    start_early(FakeSpeech(), *wanted)
    start_early(CachedSpeech(engine=FakeSpeech(), cache=cache), *wanted)
    assert _Starting.started == []
    several = SpeechFallback(
        engines=(CachedSpeech(engine=_Starting(), cache=cache), FakeSpeech()), fallback=True
    )
    start_early(CachedSpeech(engine=several, cache=cache), *wanted)
    assert _Starting.started == [wanted]
