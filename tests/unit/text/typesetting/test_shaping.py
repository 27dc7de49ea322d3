from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.typesetting.bidi import TextDirection
from renderer.text.typesetting.catalogue import catalogue, face
from renderer.text.typesetting.font_chains import FontClass, chain
from renderer.text.typesetting.fonts import FontChain
from renderer.text.typesetting.shaped_run import ShapedRun
from renderer.text.typesetting.shaping import shape

EXAMPLES = max(200, settings().max_examples)
MARKS = " .,!?-“”()0123456789"


def han(codec: str) -> list[str]:
    pairs = (bytes((high, low)) for high in range(0xB0, 0xF8) for low in range(0xA1, 0xFF))
    return [text for pair in pairs if (text := pair.decode(codec, errors="ignore"))]


ALPHABETS: dict[Language, Sequence[str]] = {
    Language.EN: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'’&@#$" + MARKS,
    Language.ES: "aábcdeéfghiíjlmnñoóqrstuúüvxyzÁÉÍÑÓÚ¿¡" + MARKS,
    Language.PT: "aáâãàbcçdeéêfghiíjlmnoóôõpqrstuúvxzÇÃÕ" + MARKS,
    Language.FR: "aàâæbcçdeéèêëfghiîïjlmnoôœpqrstuùûüÿŒÉÀ«»\u00a0\u202f" + MARKS,
    Language.DE: "aäbcdefghijklmnoöpqrsßtuüvwxyzÄÖÜẞ„" + MARKS,
    Language.RU: "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБЁЖЙЩЫЭЮЯ№—" + MARKS,
    Language.AR: "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةى،؛؟٠١٢٣ًٌٍَُِّْABC\u200c\u200d\u200f" + MARKS,
    Language.HI: "अआइईउऊएऐओऔकखगघचछजटठडढणतथदधनपफबभमयरलवशषसह" + "ािीुूृेैोौंःँ्" * 3 + "।०१२ABC\u200c\u200d" + MARKS,
    Language.ZH: [*han("gb2312"), *"，。！？“”《》、：；ABC", *MARKS],
    Language.JA: [*han("euc_jp"), *"あいうえおかきがっゃゅょんアイウッャーヴ、。「」・々〜ABC", *MARKS],
}
TEXTS = st.sampled_from(Language).flatmap(
    lambda language: st.tuples(st.just(language), st.text(st.sampled_from(ALPHABETS[language]), max_size=12))
)
OWN = {
    FontClass.DISPLAY: "bangers-400",
    FontClass.TECH: "orbitron-900",
    FontClass.QUIET: "tiktok-sans-500",
    FontClass.SERIF: "playfair-display-600",
    FontClass.PIXEL: "press-start-2p-400",
}
ARABIC_FACES = [name for name, record in catalogue().items() if "Arab" in record.scripts]
DEVANAGARI_FACES = [name for name, record in catalogue().items() if "Deva" in record.scripts]


def shaped(
    text: str, language: Language, font_class: FontClass = FontClass.DISPLAY, size: float = 80.0
) -> ShapedRun:
    return shape(
        text, chain=chain(font_class, own=OWN[font_class], language=language), size=size, language=language
    )


def in_face(text: str, face_id: str, language: Language, **more: bool) -> ShapedRun:
    features = tuple((tag, int(value)) for tag, value in more.items())
    return shape(text, chain=FontChain.of(face(face_id)), size=100, language=language, features=features)


def ids(run: ShapedRun) -> list[int]:
    return [glyph.id for glyph in run.glyphs]


def check(run: ShapedRun) -> None:
    """Check any shaped text: real glyphs, and units that cover it and its advance without a gap."""
    assert all(glyph.id != 0 for glyph in run.glyphs)
    assert "".join(run.text[unit.start : unit.end] for unit in run.units) == run.text
    starts = {0}
    for cluster in graphemes(run.text):
        starts.add(max(starts) + len(cluster))
    assert {unit.start for unit in run.units} <= starts
    # Kerning may push a quotation mark over a full stop: neighbours may overlap, but leave no gap.
    reach = 0.0
    for left, right in sorted((unit.left, unit.right) for unit in run.units):
        assert left <= reach + 1e-6
        assert right >= left
        reach = max(reach, right)
    assert reach >= run.advance - 1e-6


@pytest.mark.parametrize("language", Language)
def test_any_text_of_a_language_is_drawn_whole(language: Language) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.text(st.sampled_from(ALPHABETS[language]), max_size=12), st.sampled_from(FontClass))
    def holds(text: str, font_class: FontClass) -> None:
        check(shaped(text, language, font_class))

    holds()


@given(TEXTS, TEXTS, st.sampled_from(["🔥", "👨\u200d👩\u200d👧", "❤\ufe0f", "🇫🇷", "👍🏽", ""]))
def test_mixed_languages_and_emoji_are_drawn_whole(
    one: tuple[Language, str], other: tuple[Language, str], emoji: str
) -> None:
    check(shaped(one[1] + emoji + other[1], one[0]))


@given(TEXTS)
def test_shaping_is_proportional_to_size(sample: tuple[Language, str]) -> None:
    small, large = (shaped(sample[1], sample[0], size=size).advance for size in (50, 200))
    assert large == pytest.approx(4 * small, rel=0.02, abs=0.5)


class TestArabic:
    @pytest.mark.parametrize("name", ARABIC_FACES)
    def test_letters_join(self, name: str) -> None:
        isolated = ids(in_face("ب", name, Language.AR))
        joined = ids(in_face("ببب", name, Language.AR))
        unjoined = ids(in_face("ببب", name, Language.AR, init=False, medi=False, fina=False))
        final, medial, initial = joined[0], joined[len(joined) // 2], joined[-1]
        assert len({final, medial, initial}) == 3
        assert unjoined == isolated * 3
        assert joined != unjoined

    @pytest.mark.parametrize("name", ARABIC_FACES)
    def test_a_letter_that_does_not_join_breaks_the_chain(self, name: str) -> None:
        assert ids(in_face("دب", name, Language.AR)) == [
            *ids(in_face("ب", name, Language.AR)),
            *ids(in_face("د", name, Language.AR)),
        ]

    # Amiri draws the pair as two matching glyphs, the other faces as one.
    @pytest.mark.parametrize("name", sorted(set(ARABIC_FACES) - {"amiri-700"}))
    def test_lam_alif_is_one_unit(self, name: str) -> None:
        run = in_face("سلام", name, Language.AR)
        assert [run.text[unit.start : unit.end] for unit in run.units] == ["س", "لا", "م"]

    def test_glyphs_run_from_right_to_left(self) -> None:
        run = shaped("مدرسة", Language.AR)
        assert [glyph.unit for glyph in run.glyphs if glyph.y == 0] == sorted(
            (glyph.unit for glyph in run.glyphs if glyph.y == 0), reverse=True
        )
        assert [unit.left for unit in run.units] == sorted((unit.left for unit in run.units), reverse=True)

    def test_letters_join_through_a_final_joiner(self) -> None:
        assert ids(shaped("ب\u200d", Language.AR)) != ids(shaped("ب", Language.AR))

    def test_latin_and_digits_inside_run_from_left_to_right(self) -> None:
        run = shaped("الNASA2024", Language.AR)
        latin, digits, arabic = run.extent(2, 6), run.extent(6, 10), run.extent(0, 2)
        assert latin[1] <= digits[0] + 1e-6
        assert digits[1] <= arabic[0] + 1e-6
        lefts = [unit.left for unit in run.units if unit.start >= 2]
        assert lefts == sorted(lefts)

    def test_brackets_are_mirrored(self) -> None:
        run, plain = shaped("(قلب)", Language.AR), in_face("()", "cairo-900", Language.EN)
        assert run.glyphs[0].id == plain.glyphs[0].id
        assert run.glyphs[-1].id == plain.glyphs[-1].id
        assert run.glyphs[0].unit == len(run.units) - 1

    def test_tracking_does_not_tear_letters_apart(self) -> None:
        faces = FontChain.of(face("cairo-900"))
        plain = shape("قلب", chain=faces, size=80, language=Language.AR)
        assert shape("قلب", chain=faces, size=80, language=Language.AR, tracking=0.2) == plain


class TestDevanagari:
    @pytest.mark.parametrize("name", DEVANAGARI_FACES)
    @pytest.mark.parametrize("conjunct", ["क्ष", "त्र", "ज्ञ", "श्र", "क्य", "स्त", "न्द्र"])
    def test_conjuncts_stay_whole(self, name: str, conjunct: str) -> None:
        run = in_face(conjunct, name, Language.HI)
        halant = face(name).font(100).get_nominal_glyph(0x094D)
        broken = in_face(conjunct.replace("्", "्\u200c"), name, Language.HI)
        assert len(run.units) == 1
        assert halant not in ids(run)
        assert ids(run) != ids(broken)
        assert len(run.glyphs) < len(conjunct)

    @pytest.mark.parametrize("name", DEVANAGARI_FACES)
    def test_the_short_i_stands_before_its_consonant(self, name: str) -> None:
        run, consonant = in_face("कि", name, Language.HI), in_face("क", name, Language.HI)
        assert run.glyphs[-1].id == consonant.glyphs[0].id
        assert len(run.units) == 1


class TestEastAsian:
    @pytest.mark.parametrize("font_class", [FontClass.DISPLAY, FontClass.QUIET, FontClass.SERIF])
    def test_each_language_takes_its_own_faces(self, font_class: FontClass) -> None:
        chinese, japanese = (
            shaped("骨直海", language, font_class) for language in (Language.ZH, Language.JA)
        )
        assert {glyph.face for glyph in chinese.glyphs}.isdisjoint({glyph.face for glyph in japanese.glyphs})

    def test_full_width_glyphs_are_one_em_wide(self) -> None:
        assert shaped("心臓", Language.JA, size=64).advance == 128


class TestLatin:
    def test_whole_words_are_kerned(self) -> None:
        word = shape(
            "AVATAR", chain=FontChain.of(face("montserrat-900")), size=100, language=Language.EN
        ).advance
        letters = sum(
            shape(c, chain=FontChain.of(face("montserrat-900")), size=100, language=Language.EN).advance
            for c in "AVATAR"
        )
        assert word < letters - 5

    @pytest.mark.parametrize("name", ["tiktok-sans-500", "tiktok-sans-900"])
    def test_the_merged_faces_keep_their_kerning(self, name: str) -> None:
        for pair, language in (("AV", Language.EN), ("ГА", Language.RU)):
            kerned, apart = in_face(pair, name, language), in_face(pair, name, language, kern=False)
            assert kerned.advance < apart.advance - 1

    def test_tracking_goes_between_characters_only(self) -> None:
        faces = FontChain.of(face("montserrat-900"))
        plain = shape("HOHO", chain=faces, size=100, language=Language.EN)
        wide = shape("HOHO", chain=faces, size=100, language=Language.EN, tracking=0.1)
        assert wide.advance == pytest.approx(plain.advance + 3 * 10)
        assert wide.units[0].right == plain.units[0].right
        assert wide.units[1].left == pytest.approx(wide.units[0].right + 10)

    def test_scale_of_a_link_scales_its_glyphs_alone(self) -> None:
        run = shaped("A क", Language.HI)
        sizes = {glyph.face.id: glyph.size for glyph in run.glyphs}
        assert sizes == {"bangers-400": 80.0, "baloo-2-800": pytest.approx(88.0)}


def test_levels_of_the_line_overrule_the_word() -> None:
    faces = FontChain.of(face("montserrat-900"))
    ends_left = shape("NASA.", chain=faces, size=50, language=Language.AR, levels=(2, 2, 2, 2, 1))
    ends_right = shape("NASA.", chain=faces, size=50, language=Language.AR, levels=(2, 2, 2, 2, 2))
    assert ends_left.units[-1].left == 0
    assert ends_right.units[-1].right == pytest.approx(ends_right.advance)
    assert shape("NASA.", chain=faces, size=50, language=Language.AR) == ends_left
    assert (
        shape("NASA.", chain=faces, size=50, language=Language.AR, direction=TextDirection.LTR).units[-1].left
        > 0
    )


def test_an_emoji_family_is_one_unit_and_one_glyph() -> None:
    run = shaped("👨\u200d👩\u200d👧", Language.EN)
    assert len(run.units) == len(run.glyphs) == 1


def test_empty_text_has_no_extent() -> None:
    run = shaped("", Language.EN)
    assert (run.glyphs, run.units, run.advance, run.ascent, run.descent) == ((), (), 0.0, 0.0, 0.0)


def test_a_character_that_no_face_has_stops_with_its_name() -> None:
    with pytest.raises(ClipwrightError, match=r"U\+16A0 RUNIC LETTER FEHU") as caught:
        shaped("heart ᚠ", Language.EN)
    assert caught.value.code == "glyph_missing"
