from __future__ import annotations

import numpy as np
import pyopenjtalk
import pytest
from pyopenjtalk.htsengine import HTSEngine

from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.embedded.openjtalk_lengths import label_lengths
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line


def test_numbers_with_counters_are_placed_on_their_own_token() -> None:
    line = build_line("心臓が三つあり、2024年に止まりました。", id="s1.l1", language=Language.JA)
    speech = OpenJTalkEngine().speak(line, language=Language.JA, voice=Voice.WARM_CALM)
    assert [span.token for span in speech.spans] == list(range(len(line.tokens)))
    lengths = [(span.end - span.start) / speech.rate for span in speech.spans]
    year = next(index for index, token in enumerate(line.tokens) if "2024" in token.display)
    assert lengths[year] == max(lengths)


@pytest.mark.parametrize(
    "text",
    ["すべての人間は、生まれながらにして自由である。", "ええっ、本当ですか?", "一九四八年十二月十日。"],
)
def test_sounds_are_as_long_as_they_are_spoken(text: str) -> None:
    """Lengths of each sound and of all together, compared with what synthesising them returns."""
    voice = pyopenjtalk.DEFAULT_HTS_VOICE
    features, _ = pyopenjtalk.run_frontend_detailed(text)
    labels = pyopenjtalk.make_label(features)
    engine = HTSEngine(voice)
    lengths = label_lengths(labels, voice=voice, frame=engine.get_fperiod())
    assert lengths == [len(engine.synthesize([label])) for label in labels]
    assert sum(lengths) == len(engine.synthesize(labels))


def test_a_comma_is_a_silence_between_two_words() -> None:
    line = build_line("はい、そうです。", id="s1.l1", language=Language.JA)
    speech = OpenJTalkEngine().speak(line, language=Language.JA, voice=Voice.BRIGHT_EXPLAINER)
    comma = next(index for index, token in enumerate(line.tokens) if "、" in token.display)
    first, second = speech.spans[comma], speech.spans[comma + 1]
    pause = speech.samples[first.end : second.start]
    assert len(pause) / speech.rate > 0.1
    assert np.abs(pause).max() < 0.1 * np.abs(speech.samples).max()


def test_speech_starts_and_ends_without_dead_air() -> None:
    line = build_line("東京タワーは高い。", id="s1.l1", language=Language.JA)
    for voice in Voice:
        speech = OpenJTalkEngine().speak(line, language=Language.JA, voice=voice)
        loud = np.flatnonzero(np.abs(speech.samples) > 0.05 * np.abs(speech.samples).max())
        assert loud[0] / speech.rate < 0.15
        assert (len(speech.samples) - loud[-1]) / speech.rate < 0.15


def test_a_word_in_cyrillic_inside_a_japanese_line_is_heard() -> None:
    line = build_line("今日は мир の話です。", id="s1.l1", language=Language.JA)
    speech = EmbeddedEngine().speak(line, language=Language.JA, voice=Voice.WARM_CALM)
    foreign = next(index for index, token in enumerate(line.tokens) if "мир" in token.display)
    span = speech.spans[foreign]
    assert np.abs(speech.samples[span.start : span.end]).max() > 0.05
