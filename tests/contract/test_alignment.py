"""One suite for every aligner."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.proportional import Proportional
from renderer.backends.alignment.span_check import spans_problem
from renderer.backends.speech.base import Speech, TokenSpan
from renderer.backends.speech.fake import FakeSpeech
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line

ALIGNERS: tuple[WordAligner, ...] = (Proportional(),)
SENTENCES = {
    Language.EN: "He paid $4.2M, one of the best.",
    Language.ZH: "章鱼有三颗心脏。",
    Language.AR: "قلب واحد.",
}


def spoken(line: Line, language: Language) -> Speech:
    return FakeSpeech().speak(line, language=language, voice=Voice.WARM_CALM)


@pytest.mark.parametrize("aligner", ALIGNERS, ids=lambda aligner: aligner.name)
@pytest.mark.parametrize("language", list(SENTENCES))
def test_one_span_per_token_rising_inside_the_audio(aligner: WordAligner, language: Language) -> None:
    line = build_line(SENTENCES[language], id="s1.l1", language=language)
    speech = spoken(line, language)
    spans = aligner.align(line, speech, language=language)
    edges = [edge for span in spans for edge in (span.start, span.end)]
    assert [span.token for span in spans] == list(range(len(line.tokens)))
    assert edges == sorted(edges)
    assert all(span.end > span.start and 0 < span.confidence <= 1 for span in spans)
    assert edges[0] >= 0
    assert edges[-1] <= len(speech.samples)
    assert spans == aligner.align(line, speech, language=language)


@pytest.mark.parametrize("aligner", ALIGNERS, ids=lambda aligner: aligner.name)
def test_silence_without_times_cannot_be_aligned(aligner: WordAligner) -> None:
    line = build_line("Nothing is heard here.", id="s3.l2", language=Language.EN)
    silent = Speech(samples=np.zeros(22_050, np.float32), rate=22_050, spans=())
    with pytest.raises(ClipwrightError) as caught:
        aligner.align(line, silent, language=Language.EN)
    assert caught.value.code == "alignment_failed"
    assert "s3.l2" in caught.value.sentence


@pytest.mark.parametrize(
    "spans",
    [
        (TokenSpan(token=0, start=0, end=10, confidence=1.0),),
        (
            TokenSpan(token=0, start=5, end=9, confidence=1.0),
            TokenSpan(token=1, start=8, end=12, confidence=1.0),
        ),
        (
            TokenSpan(token=0, start=0, end=5, confidence=1.0),
            TokenSpan(token=1, start=5, end=5, confidence=1.0),
        ),
        (
            TokenSpan(token=0, start=0, end=5, confidence=1.0),
            TokenSpan(token=1, start=6, end=200, confidence=1.0),
        ),
        (
            TokenSpan(token=1, start=0, end=5, confidence=1.0),
            TokenSpan(token=0, start=6, end=20, confidence=1.0),
        ),
    ],
    ids=["missing", "overlapping", "empty", "beyond the audio", "wrong order"],
)
def test_bad_times_of_an_engine_are_caught(spans: tuple[TokenSpan, ...]) -> None:
    assert spans_problem(spans, tokens=2, samples=100)


def test_the_guess_says_that_it_is_one_and_skips_silence() -> None:
    line = build_line("Aaaa bbbb", id="s1.l1", language=Language.EN)
    tone = np.sin(np.arange(4410) / 5).astype(np.float32)
    speech = Speech(samples=np.concatenate((np.zeros(22_050, np.float32), tone, tone)), rate=22_050, spans=())
    first, second = Proportional().align(line, speech, language=Language.EN)
    assert first.start >= 21_900
    assert abs(second.start - (22_050 + 4410)) < 450
    assert first.confidence <= 0.3
    assert Proportional().name == "proportional"
