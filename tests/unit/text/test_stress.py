"""The writer's emphasis finds its words, and reaches the captions, which draw them louder."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pipelines.stages.write_script import _scene
from renderer.backends.writing.base import DraftScene
from renderer.captions.layout.lay_out import lay_out
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.script import Role
from renderer.core.timecode import TimeRange
from renderer.text.lines import build_line
from renderer.text.pronunciation import read_pronunciations
from renderer.text.stress import with_stress
from tests.support.captions import FPS, SMALL, Rgb, screen, slow


def stressed(text: str, *phrases: str, language: Language = Language.EN) -> list[str]:
    line = with_stress(build_line(text, id="l1", language=language), phrases, language=language)
    return [token.display for token in line.tokens if token.stressed]


@pytest.mark.parametrize(
    ("language", "text", "phrase", "words"),
    [
        (Language.EN, "The octopus has three hearts, not one.", "three hearts", ["three", "hearts,"]),
        (Language.EN, "The Ocean's floor is dark and cold.", "ocean", ["Ocean's"]),
        (Language.FR, "L'argent n'est plus là, mais qui le sait ?", "argent", ["L'argent"]),
        (Language.DE, "Die STRASSE ist leer und sehr still.", "Straße", ["STRASSE"]),
        (Language.RU, "Море солёное, и это не случайно.", "море", ["Море"]),
        (Language.AR, "خسرت الشركة المال مرة بعد مرة.", "المال", ["المال"]),
        (Language.HI, "समुद्र का पानी बहुत खारा है।", "खारा", ["खारा"]),
    ],
)
def test_a_phrase_marks_its_words(language: Language, text: str, phrase: str, words: list[str]) -> None:
    assert stressed(text, phrase, language=language) == words


@pytest.mark.parametrize(
    ("language", "text", "phrase"),
    [
        (Language.ZH, "海水为什么这么咸，没有人知道答案。", "没有人知道"),
        (Language.JA, "タコには心臓が三つあり、青い血が流れています。", "心臓"),
    ],
)
def test_where_words_are_not_spaced_the_phrase_is_covered(language: Language, text: str, phrase: str) -> None:
    assert phrase in "".join(stressed(text, phrase, language=language))


def test_part_of_a_word_is_not_the_word() -> None:
    assert stressed("The salty sea is older than salt.", "salt") == ["salt."]


def test_what_is_not_said_marks_nothing() -> None:
    assert stressed("The sea is old and salty.", "moon", "  ", "") == []


def test_where_all_is_stressed_nothing_is() -> None:
    assert stressed("Never ever give up.", "never ever give up") == []
    assert stressed("Never!", "never") == ["Never!"]


@given(st.text(max_size=60), st.lists(st.text(max_size=10), max_size=4), st.sampled_from(Language))
def test_stress_changes_nothing_but_the_mark(text: str, phrases: list[str], language: Language) -> None:
    plain = build_line(text, id="l1", language=language)
    marked = with_stress(plain, phrases, language=language)
    assert [(one.display, one.spoken, one.gap) for one in marked.tokens] == [
        (one.display, one.spoken, one.gap) for one in plain.tokens
    ]


def test_the_models_emphasis_reaches_the_script() -> None:
    draft = DraftScene(
        role=Role.HOOK, sentences=("The sea is salty.", "Rivers carry salt."), emphasis=("salty", "rivers")
    )
    scene = _scene(draft, 1, language=Language.EN, known=read_pronunciations(""))
    stressed_words = [token.display for line in scene.lines for token in line.tokens if token.stressed]
    assert stressed_words == ["salty.", "Rivers"]


def shown(style: CaptionStyle, *, stress: bool) -> list[Rgb]:
    """Each word of a page while it is spoken."""
    narration, script = slow(Language.EN, "salt comes from rivers")
    scene = script.scenes[0]
    line = with_stress(scene.lines[0], ("rivers",) if stress else (), language=Language.EN)
    track = lay_out(
        narration,
        replace(script, scenes=(replace(scene, lines=(line,)),)),
        style=style,
        position=CaptionPosition.CENTER,
        language=Language.EN,
        frame=SMALL,
        safe_area="organic",
    )
    frames = screen(track)
    return [frames.rgb(last_frame(word.span)) for word in narration.words]


def last_frame(span: TimeRange) -> int:
    return int((span.end - Fraction(1, 60)) * FPS)


def test_a_stressed_word_lands_in_a_coloured_box_where_the_style_has_one() -> None:
    plain, stressed_frames = (
        shown(CaptionStyle.HORMOZI, stress=False),
        shown(CaptionStyle.HORMOZI, stress=True),
    )
    changed = [
        int((first != second).any(axis=2).sum()) for first, second in zip(plain, stressed_frames, strict=True)
    ]
    assert changed[:3] == [0, 0, 0]
    assert changed[3] > 5000
    colours = stressed_frames[3].reshape(-1, 3)
    green = np.abs(colours.astype(int) - (0x22, 0xC5, 0x5E)).max(axis=1) < 16
    assert green.sum() > 3000


def test_a_style_without_boxes_shows_the_word_as_ever() -> None:
    pairs = zip(
        shown(CaptionStyle.MINIMAL, stress=False), shown(CaptionStyle.MINIMAL, stress=True), strict=True
    )
    assert all(np.array_equal(first, second) for first, second in pairs)
