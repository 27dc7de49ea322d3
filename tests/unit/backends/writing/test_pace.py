"""The table of reading speeds, compared with the engines that ship."""

from __future__ import annotations

import pytest

from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.writing.base import Brief
from renderer.backends.writing.template import TemplateWriter
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import spoken_text
from renderer.text.lines import build_line
from renderer.voices.speaking_rate import estimated_seconds

TOPICS = {
    Language.ZH: "哈雷彗星的传说",
    Language.JA: "ハレー彗星",
    Language.HI: "हैली धूमकेतु",
    Language.AR: "مذنب هالي",
}
CASES = [(language, mode) for language in Language for mode in (VideoMode.FINANCE_WARNING,)]


@pytest.mark.parametrize(("language", "mode"), CASES)
def test_estimates_hold_on_the_real_engine_and_scripts_last_half_a_minute_to_a_minute(
    language: Language, mode: VideoMode
) -> None:
    voice = Voice.DEEP_DOCUMENTARY
    draft = TemplateWriter().write(
        Brief(
            topic=TOPICS.get(language, "Halley"),
            mode=mode,
            language=language,
            voice=voice,
            seconds=42,
            seed=5,
        )
    )
    lines = [
        build_line(sentence, id=f"s{number}.l1", language=language)
        for number, scene in enumerate(draft.scenes)
        for sentence in scene.sentences
    ]
    spoken = [EmbeddedEngine().speak(line, language=language, voice=voice) for line in lines]
    measured = sum(len(speech.samples) / speech.rate for speech in spoken)
    estimate = estimated_seconds(" ".join(map(spoken_text, lines)), language=language, voice=voice)
    assert measured == pytest.approx(estimate, rel=0.12)
    assert 30 <= measured <= 60
