from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.captions.frame import Frame, Rect, safe_rect, style_scale
from renderer.captions.geometry import PageGeometry, lay_page
from renderer.captions.layout import lay_out
from renderer.captions.lettering import lettering
from renderer.captions.specimens import SENTENCES
from renderer.captions.style import load_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Emphasis
from renderer.core.subtitles import whole_words
from renderer.errors import ClipwrightError
from tests.support.captions import SMALL, slow, track_of, words_of

FULL = Frame(width=1080, height=1920)
SLACK = 1.0
"""Pixels that rounding pens and baselines to whole ones may add."""

LETTERS = {
    Language.EN: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéüß0123456789",
    Language.RU: "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГД0123456789",
    Language.AR: "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئ",
    Language.HI: "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौ्ंँ",
    Language.ZH: "一二三人大小中国心脏章鱼血液海洋知道为什么年月日没有颜色世界",
    Language.JA: "あいうえおかきくけこさしすせそたちつてとアイウエオカキクケコ心臓海血年月日人",
}
ENDINGS = ("", "", "", ",", ".", "?", "!", "…")


def geometries(track: CaptionTrack, frame: Frame) -> list[PageGeometry]:
    letters = lettering(load_style(track.style), track.language)
    return [
        lay_page(page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area)
        for page in track.pages
    ]


def check_sound(track: CaptionTrack, frame: Frame) -> None:
    """Everything inside the safe area, nothing on top of anything, in time and in space."""
    safe = safe_rect(frame, track.safe_area)
    assert all(one.span.end <= other.span.start for one, other in pairwise(track.pages))
    for page, geometry in zip(track.pages, geometries(track, frame), strict=True):
        assert 0.6 < page.scale <= 1
        assert geometry.block.inside(safe, SLACK), (page, geometry.block, safe)
        boxes = [placed.box for placed in geometry.words]
        for k, box in enumerate(boxes):
            assert box.inside(geometry.block, SLACK)
            for other in boxes[k + 1 :]:
                shrunk = Rect(other.left + 0.5, other.top, other.right - 0.5, other.bottom)
                assert not box.overlaps(shrunk) or other.width < 1


def tokens(language: Language) -> st.SearchStrategy[str]:
    stem = st.text(LETTERS[language], min_size=1, max_size=14).filter(
        lambda text: unicodedata.category(text[0])[0] != "M"
    )
    return st.builds(lambda text, end: text + end, stem, st.sampled_from(ENDINGS))


EXAMPLES = max(settings().max_examples, 200)


@pytest.mark.parametrize("language", LETTERS)
@given(data=st.data())
@settings(max_examples=EXAMPLES)
def test_any_text_lays_out_without_overflow_overlap_or_missing_glyph(
    language: Language, data: st.DataObject
) -> None:
    text = " ".join(data.draw(st.lists(tokens(language), min_size=1, max_size=7)))
    style = data.draw(st.sampled_from(list(CaptionStyle)))
    position = data.draw(st.sampled_from(list(CaptionPosition)))
    narration, script = slow(language, text)
    track = lay_out(narration, script, style=style, position=position, language=language, frame=FULL)
    check_sound(track, FULL)
    shown = "".join(word.text for page in track.pages for word in words_of(page))
    assert shown == "".join(text.split())


@pytest.mark.parametrize("safe_area", ["organic", "ads-strict"])
@pytest.mark.parametrize("size", [(1080, 1920), (1920, 1080), (1080, 1080), (1080, 1350), (540, 960)])
@pytest.mark.parametrize("position", CaptionPosition)
def test_every_style_stays_inside_the_safe_area_of_every_frame(
    size: tuple[int, int], position: CaptionPosition, safe_area: str
) -> None:
    frame = Frame(width=size[0], height=size[1])
    for style in CaptionStyle:
        for language in (Language.DE, Language.AR):
            check_sound(track_of(style, language, frame=frame, position=position, safe_area=safe_area), frame)


def test_positions_mean_what_the_brief_says() -> None:
    frame = FULL
    boxes = {
        position: geometries(track_of(position=position, frame=frame), frame)[0].block
        for position in CaptionPosition
    }
    assert boxes[CaptionPosition.TOP].top == pytest.approx(270)
    assert boxes[CaptionPosition.BOTTOM].bottom == pytest.approx(1440)
    assert boxes[CaptionPosition.CENTER].center[1] == pytest.approx(960)
    assert all(box.center[0] == pytest.approx(540) for box in boxes.values())


def test_sizes_follow_the_frame() -> None:
    assert style_scale(FULL) == 1
    assert style_scale(Frame(width=540, height=960)) == 0.5
    assert style_scale(Frame(width=1920, height=1080)) == pytest.approx(0.72)


@pytest.mark.parametrize("language", Language)
def test_lines_are_balanced_and_pages_keep_their_sentence_order(language: Language) -> None:
    track = track_of(CaptionStyle.MINIMAL, language)
    text = "".join(word.text + word.gap for page in track.pages for word in words_of(page))
    assert text.replace(" ", "") == SENTENCES[language].replace(" ", "")
    for geometry in geometries(track, SMALL):
        widths = [line.width for line in geometry.lines]
        assert max(widths) < 2.6 * min(widths)


def test_arabic_lines_run_from_right_to_left_with_latin_inside_from_left_to_right() -> None:
    track = track_of(CaptionStyle.ELEGANT, Language.AR, text="وكالة NASA Goddard رأت")
    placed = geometries(track, SMALL)[0].words
    by_text = {item.word.text: item.x for item in placed}
    assert by_text["وكالة"] > by_text["NASA"]
    assert by_text["NASA"] < by_text["Goddard"]
    assert by_text["رأت"] < by_text["NASA"]


def test_a_sixty_letter_word_is_cut_into_parts_that_share_its_time() -> None:
    word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    track = track_of(CaptionStyle.HORMOZI, Language.DE, text=f"Das {word} gilt.")
    parts = [part for page in track.pages for part in words_of(page) if part.index == 1]
    assert len(parts) > 2
    assert "".join(part.text for part in parts) == word
    assert all(part.broken for part in parts[:-1])
    assert not parts[-1].broken
    assert all(one.span.end == other.span.start for one, other in pairwise(parts))
    check_sound(track, SMALL)
    assert word in [whole.text for whole in whole_words(parts)]


@pytest.mark.parametrize(
    "text",
    [
        "... !!! ???",
        "— – —",
        "A\u200dB \u200d\u200d C",
        "\u0301\u0301 combining",
        "مرحبا hello नमस्ते 你好 2024",
        "(«“nested”»)",
        "I ❤ octopuses 🐙 so much 😀",
        "١٢٣ ४५६ 789",
    ],
)
@pytest.mark.parametrize("language", [Language.EN, Language.AR, Language.HI, Language.ZH])
def test_awkward_text_is_shown_or_left_out_with_a_note(text: str, language: Language) -> None:
    track = track_of(CaptionStyle.FIRE, language, text=text)
    check_sound(track, SMALL)


def test_a_character_that_no_face_has_stops_the_job_by_name() -> None:
    with pytest.raises(ClipwrightError) as caught:
        track_of(text="The sign \U00012345 is Sumerian, \U00013080 Egyptian")
    assert caught.value.code == "glyph_missing"
    assert "U+12345" in caught.value.sentence
    assert "U+13080" in caught.value.sentence


def test_an_unknown_safe_area_is_refused() -> None:
    with pytest.raises(ClipwrightError) as caught:
        track_of(safe_area="none")
    assert caught.value.code == "unknown_choice"


def test_numbers_money_and_negations_are_found_in_every_language() -> None:
    samples = {
        Language.EN: "$5 3rd never",
        Language.ES: "5€ 3 nunca",
        Language.FR: "5€ 3 jamais",
        Language.DE: "5€ 3 niemals",
        Language.PT: "R$5 3 nunca",
        Language.RU: "5₽ 3 никогда",
        Language.AR: "$٥ ٣ ليس",
        Language.HI: "₹५ ३ नहीं",
        Language.ZH: "¥5 3 没有",
        Language.JA: "¥5 3 ない",
    }
    for language, text in samples.items():
        words = [word for page in track_of(language=language, text=text).pages for word in words_of(page)]
        found = [word.emphasis for word in words]
        assert found == [Emphasis.MONEY, Emphasis.NUMBER, Emphasis.NEGATION], language
