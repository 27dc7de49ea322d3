from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.line_breaking import SMALLEST
from renderer.captions.layout.safe_area import Frame, style_scale
from renderer.captions.showcase.specimens import SENTENCES
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.emphasis import Emphasis
from renderer.errors import ClipwrightError
from renderer.text.segmentation.punctuation import can_break_after, can_break_before
from tests.support.captions import SMALL, slow, track_of, words_of
from tests.support.soundness import check_sound, geometries

FULL = Frame(width=1080, height=1920)

LETTERS = {
    Language.EN: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéüß0123456789",
    Language.RU: "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГД0123456789",
    Language.AR: "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئ",
    Language.HI: "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौ्ंँ",
    Language.ZH: "一二三人大小中国心脏章鱼血液海洋知道为什么年月日没有颜色世界",
    Language.JA: "あいうえおかきくけこさしすせそたちつてとアイウエオカキクケコ心臓海血年月日人",
}
ENDINGS = ("", "", "", ",", ".", "?", "!", "…")


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


def test_a_character_that_no_face_has_is_left_out_by_name() -> None:
    track = track_of(text="The sign \U00012345 is Sumerian, \U00013080 Egyptian")
    assert [word.text for page in track.pages for line in page.lines for word in line.words] == [
        "The", "sign", "is", "Sumerian,", "Egyptian"
    ]  # fmt: skip
    assert "\U00012345 \U00013080" in track.notes[0]


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


@pytest.mark.parametrize("language", [Language.ZH, Language.JA])
@pytest.mark.parametrize("style", CaptionStyle)
def test_no_line_begins_with_closing_or_ends_with_opening_punctuation(
    style: CaptionStyle, language: Language
) -> None:
    text = "「 章鱼 」 有 （ 三颗 ） 心脏 、 8 % 。 ー つ 々 人 …… 真的 ？！"
    for page in track_of(style, language, text=text).pages:
        for line in page.lines:
            assert can_break_before(line.words[0].text)
            assert can_break_after(line.words[-1].text)


def test_pages_shrink_to_seventy_per_cent_and_are_split_before_they_would_be_smaller() -> None:
    text = "extraordinarily incomprehensible counterrevolutionary responsibilities " * 3
    narration, script = slow(Language.EN, text)
    scales = []
    for style in CaptionStyle:
        position = CaptionPosition.BOTTOM
        track = lay_out(narration, script, style=style, position=position, language=Language.EN, frame=SMALL)
        scales += [page.scale for page in track.pages]
        words = [word.text for page in track.pages for word in words_of(page)]
        assert "".join(words) == text.replace(" ", "")
    assert SMALLEST - 0.001 <= min(scales) < 0.9
