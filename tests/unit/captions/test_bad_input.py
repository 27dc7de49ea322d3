"""Unusual input: each item is drawn, left out with a note, or refused with one clear sentence."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import pytest

from renderer.captions.layout import lay_out
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.sidecars.cues import whole_words
from renderer.captions.style.style_files import STYLES_FOLDER, load_style, parse_style
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack, CaptionWord
from renderer.core.timecode import first_frame
from renderer.errors import ClipwrightError
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.typesetting.fonts import FontChain, drawable
from renderer.text.typesetting.hyphenation import syllable_breaks
from renderer.text.typesetting.shaped_run import ShapedRun
from tests.support.captions import FPS, SMALL, Rgb, flat, screen, track_of, words_of
from tests.support.soundness import check_sound

LONG = {
    Language.DE: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    Language.EN: "pneumonoultramicroscopicsilicovolcanoconiosispneumonoultramic",
    Language.ES: "electroencefalografistaelectroencefalografistaelectroencefalo",
    Language.PT: "inconstitucionalissimamenteinconstitucionalissimamenteinconst",
    Language.FR: "anticonstitutionnellementanticonstitutionnellementanticonstit",
    Language.RU: "достопримечательностьдостопримечательностьдостопримечательност",
    Language.AR: "مستشفيات" * 8,
    Language.HI: "अन्तर्राष्ट्रीयकरण" * 4,
    Language.ZH: "章鱼为什么有三颗心脏" * 6,
    Language.JA: "タコに心臓が三つある" * 6,
}


def parts_of(track: CaptionTrack) -> list[CaptionWord]:
    return [word for page in track.pages for word in words_of(page)]


def shown(track: CaptionTrack) -> str:
    return " ".join(word.text for word in parts_of(track))


def runs_of(track: CaptionTrack) -> list[ShapedRun]:
    letters = lettering(load_style(track.style), track.language)
    return [
        placed.run
        for page in track.pages
        for placed in lay_page(
            page, letters=letters, position=track.position, frame=SMALL, safe_area=track.safe_area
        ).words
    ]


def middle(track: CaptionTrack) -> Rgb:
    """The band around the last word of the first page, on black."""
    last = words_of(track.pages[0])[-1].span
    frame = first_frame(last.start + last.duration * 4 / 5, FPS)
    return screen(track, flat((0, 0, 0))).rgb(frame)[330:630]


@pytest.mark.parametrize("style", CaptionStyle)
@pytest.mark.parametrize("language", LONG)
def test_a_sixty_letter_word_is_cut_into_parts_that_share_its_time(
    style: CaptionStyle, language: Language
) -> None:
    word = LONG[language]
    assert len(word) >= 60
    track = track_of(style, language, text=f"A {word} B")
    parts = [part for part in parts_of(track) if part.index == 1]
    assert len(parts) >= 2
    assert "".join(part.text for part in parts) == word
    assert [part.broken for part in parts] == [True] * (len(parts) - 1) + [False]
    assert all(one.span.end == other.span.start for one, other in pairwise(parts))
    assert [cluster for part in parts for cluster in graphemes(part.text)] == list(graphemes(word))
    check_sound(track, SMALL)
    assert word in [whole.text for whole in whole_words(parts)]


@pytest.mark.parametrize("style", CaptionStyle)
def test_long_words_part_between_syllables(style: CaptionStyle) -> None:
    word = LONG[Language.DE]
    parts = [part for part in parts_of(track_of(style, Language.DE, text=word)) if part.index == 0]
    ends = [sum(len(part.text) for part in parts[: k + 1]) for k in range(len(parts) - 1)]
    assert set(ends) <= set(syllable_breaks(word, Language.DE))


@pytest.mark.parametrize(
    ("language", "text", "drawn"),
    [
        (Language.DE, "Rindfleisch", "Rindfleisch-"),
        (Language.EN, "example.com/", "example.com/"),
        (Language.HI, "अन्तर्रा", "अन्तर्रा-"),
        (Language.AR, "مستشفيات", "مستشفيات\u200d"),
        (Language.ZH, "章鱼", "章鱼"),
    ],
)
def test_a_cut_shows_a_hyphen_a_joined_letter_or_nothing(language: Language, text: str, drawn: str) -> None:
    word = CaptionWord(text=text, span=parts_of(track_of())[0].span, index=0, gap="", broken=True)
    assert lettering(load_style(CaptionStyle.MINIMAL), language).display(word) == drawn


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("emoji", ["🐙", "❤\ufe0f", "👨\u200d👩\u200d👧", "🇫🇷", "👍🏽", "1\ufe0f\u20e3"])
def test_an_emoji_is_drawn_and_never_a_box(language: Language, emoji: str) -> None:
    track = track_of(CaptionStyle.TIKTOK, language, text=f"{emoji} {emoji}", position=CaptionPosition.CENTER)
    assert shown(track) == f"{emoji} {emoji}"
    assert all(glyph.id != 0 for run in runs_of(track) for glyph in run.glyphs)
    assert middle(track).max() > 180
    check_sound(track, SMALL)


def test_an_emoji_that_no_face_has_is_left_out_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_octopus(text: str, chain: FontChain) -> bool:
        return "🐙" not in text and drawable(text, chain)

    monkeypatch.setattr(lay_out, "drawable", without_octopus)
    track = track_of(text="Say hi🐙 to the 🐙 today 😀")
    assert shown(track) == "Say hi to the today 😀"
    assert track.notes == ("left out because no bundled face draws it: 🐙",)
    assert track_of(text="Say hi to the octopus").notes == ()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("text", ["... !!! ???", "— – —", "«»", "「」 。", "؟ ، ؛", "।", "& @ # %"])
def test_lines_of_punctuation_alone_are_shown(language: Language, text: str) -> None:
    track = track_of(CaptionStyle.FIRE, language, text=text, position=CaptionPosition.CENTER)
    assert shown(track) == text
    assert middle(track).max() > 150
    check_sound(track, SMALL)


@pytest.mark.parametrize("style", [CaptionStyle.MINIMAL, CaptionStyle.KNOCKOUT, CaptionStyle.GAMING])
@pytest.mark.parametrize("language", Language)
def test_directions_may_mix_in_one_line(style: CaptionStyle, language: Language) -> None:
    track = track_of(style, language, text="مرحبا hello नमस्ते 你好 2024 (قلب) ١٢٣")
    assert shown(track) == "مرحبا hello नमस्ते 你好 2024 (قلب) ١٢٣"
    check_sound(track, SMALL)


def test_invisible_characters_change_nothing_that_is_seen() -> None:
    strewn = "\u200bTh\u2060ree \ufeff \u202e \u200d\u200d hea\u00adrts\u0007\u2066"
    plain, other = (
        [[(glyph.id, glyph.x, glyph.y) for glyph in run.glyphs] for run in runs_of(track_of(text=text))]
        for text in ("Three hearts", strewn)
    )
    assert plain == other


def test_joiners_inside_words_keep_their_meaning() -> None:
    joined, parted = (
        runs_of(track_of(CaptionStyle.MINIMAL, Language.HI, text=text))[0] for text in ("क्ष", "क्\u200cष")
    )
    assert [glyph.id for glyph in joined.glyphs] != [glyph.id for glyph in parted.glyphs]
    assert runs_of(track_of(text="A\u200dB"))[0].advance == runs_of(track_of(text="AB"))[0].advance


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("marks", ["\u0301\u0301", "\u093f", "\u064b", "\u3099", "\u20dd"])
def test_marks_without_a_letter_are_left_out(language: Language, marks: str) -> None:
    track = track_of(CaptionStyle.TIKTOK, language, text=f"{marks} {marks}a b")
    assert shown(track) == "a b"
    dotted = "\u25cc"
    assert all(dotted not in run.text and all(g.id for g in run.glyphs) for run in runs_of(track))


def test_a_text_without_anything_to_show_has_no_pages() -> None:
    track = track_of(text="\u200b \u0301 \u2060")
    assert track.pages == ()
    assert (screen(track).rgb(3) == screen(track).rgb(40)).all()


def test_an_unknown_style_key_is_refused_with_one_sentence() -> None:
    path = STYLES_FOLDER / "fire.toml"
    document = tomllib.loads(path.read_text(encoding="utf-8")) | {"sparkle": 3}
    with pytest.raises(ClipwrightError) as caught:
        parse_style(document, path)
    assert caught.value.code == "asset_invalid"
    assert "fire.toml" in caught.value.sentence
    assert "sparkle" in caught.value.sentence
    assert "\n" not in caught.value.sentence
