"""A user's pictures, by name and caption: which fit a phrase in ten languages, and which do not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.visuals.media import MediaItem, MediaKind, NoMedia, affinity, described_by

EN, ES, ZH, HI, AR = Language.EN, Language.ES, Language.ZH, Language.HI, Language.AR
PT, FR, JA, DE, RU = Language.PT, Language.FR, Language.JA, Language.DE, Language.RU


def item(name: str, caption: str = "", *, frames: int = 1, fps: int = 0) -> MediaItem:
    kind = MediaKind.CLIP if fps else MediaKind.IMAGE
    return MediaItem(
        digest="d", name=name, kind=kind, width=8, height=8, caption=caption, frames=frames, fps=fps
    )


@pytest.mark.parametrize(
    ("language", "name", "phrase"),
    [
        (EN, "OldLighthouse_03.jpg", "the lighthouses burned"),
        (EN, "IMG-2041 whale.png", "Whales, they said."),
        (ES, "corazón.png", "tres corazones laten"),
        (PT, "nação.jpg", "as nações antigas"),
        (FR, "cheval-blanc.webp", "les chevaux couraient"),
        (DE, "Große Burgen.jpg", "die Burg am Fluss"),
        (RU, "старый_банк.jpg", "в банках пусто"),
        (HI, "समुद्र.jpg", "गहरे समुद्र में"),
        (AR, "سفينة.jpg", "غرقت السفينة بسرعة"),
        (ZH, "长城.jpg", "他们修建长城"),
        (JA, "灯台.jpg", "古い灯台が見える"),
        (JA, "ラーメン.jpg", "熱いラーメンを食べる"),
    ],
)
def test_a_picture_fits_a_phrase_that_names_it(language: Language, name: str, phrase: str) -> None:
    assert affinity(item(name), phrase.split(), language) >= 0.5


@pytest.mark.parametrize(
    ("language", "name", "phrase"),
    [
        (EN, "ship.png", "the worship of gold"),
        (EN, "the_and_of.png", "the end of the war"),
        (EN, "1912.jpg", "in 1912 it sank"),
        (EN, "cat.jpg", "a catalogue of errors"),
        (FR, "âne.jpg", "le crâne ancien"),
        (DE, "tür.jpg", "eine türkische Stadt"),
        (RU, "кот.jpg", "человек, который ушёл"),
        (RU, "рог.jpg", "длинная дорога"),
        (HI, "समुद्र.jpg", "उस समय के राजा"),
        (HI, "कल.jpg", "नकली सिक्का"),
        (AR, "قط.jpg", "وصل قطار سريع"),
        (ZH, "长城.jpg", "城里很长"),
        (JA, "火.jpg", "火曜日に来た"),
    ],
)
def test_a_picture_fits_no_word_that_only_has_its_letters(language: Language, name: str, phrase: str) -> None:
    assert affinity(item(name), phrase.split(), language) == 0


def test_what_names_little_else_fits_better() -> None:
    words = ["the", "whale", "sang"]
    plain, busy = item("whale.jpg"), item("whale.jpg", "a boat with sailors near an iceberg")
    assert affinity(plain, words, EN) > affinity(busy, words, EN) >= 0.5
    assert affinity(item("img.jpg", "Whale and a song"), ["whale", "songs"], EN) > affinity(busy, words, EN)
    assert all(affinity(one, words, EN) <= 1.5 for one in (plain, busy))


@pytest.mark.parametrize(
    ("language", "name", "caption", "stems"),
    [
        (EN, "RedFoxes.2.final.jpg", "", {"red", "fox", "final"}),
        (EN, "fox", "", {"fox"}),
        (EN, "DSC.jpg", "The Fox, the fox!", {"dsc", "fox"}),
        (EN, "42.jpg", "", set()),
        (FR, "l’e\u0301cole.jpg", "", {"écol", "ecol"}),
    ],
)
def test_names_and_captions_give_content_words(
    language: Language, name: str, caption: str, stems: set[str]
) -> None:
    found = described_by(item(name, caption), language)
    assert found <= stems
    assert bool(found) == bool(stems)


def test_hindi_words_stay_whole() -> None:
    assert len(described_by(item("प्रकाशस्तंभ.jpg"), HI)) == 1


@pytest.mark.parametrize(
    ("frames", "fps", "seconds", "stretches"),
    [(1, 0, 0, 1), (30, 30, 1, 1), (359, 30, Fraction(359, 30), 1), (360, 30, 12, 2), (1_800, 30, 60, 10)],
)
def test_a_clip_fills_a_shot_for_every_six_seconds(
    frames: int, fps: int, seconds: Fraction, stretches: int
) -> None:
    one = item("a.mp4", frames=frames, fps=fps)
    assert (one.duration, one.stretches) == (seconds, stretches)


def test_without_a_folder_nothing_can_be_read() -> None:
    for read in (NoMedia().frames, NoMedia().playing):
        with pytest.raises(ClipwrightError) as caught:
            read("digest")
        assert caught.value.code == "media_unreadable"
