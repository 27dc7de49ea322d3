"""What is delivered beside a video: credits, cautions, words with their times, who made which picture."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from pipelines.described import NOT_ADVICE, credits_text, description, script_key
from pipelines.found_media import credit_line, picture_requests
from pipelines.manifest import ARTWORK_CREDIT, credits_section, pictures_section, words_section
from pipelines.publishing import word_entry
from renderer.backends.imagery.base import Credit, FoundPicture
from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.knowledge import TextSource
from renderer.core.mix import Mix
from renderer.core.picture_spec import MediaSpec, PainterSpec
from renderer.core.script import Script
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, Word
from tests.support.narrated import narration_of, script_of

SEA = script_of("The Sea", [["The sea rose."], ["It fell.", "Nobody saw it."]])
WIKI = TextSource(title="Sea", publisher="Wikipedia", revision="7", licence="CC BY-SA 4.0")
FREE = TextSource(title="Ice", publisher="NASA")
SILENT = Mix(
    audio="a",
    duration=Fraction(9),
    tracks=(),
    loudness_lufs=-14.0,
    true_peak_dbtp=-1.0,
    credits=("Music: Clipwright",),
)


def board(*pictures: PainterSpec | MediaSpec) -> Storyboard:
    shots = tuple(
        Shot(span=TimeRange(Fraction(at), Fraction(at + 1)), scene="s", picture=picture)
        for at, picture in enumerate(pictures)
    )
    return Storyboard(pack=StylePack.DOCUMENTARY, shots=shots, makers={"m": "Pexels"})


def narrated(script: Script = SEA, source: str = "test") -> Narration:
    narration = narration_of(script)
    return replace(narration, words=tuple(replace(word, source=source) for word in narration.words))


def test_a_description_is_the_title_the_licence_and_the_credits() -> None:
    text = description(replace(SEA, sources=(WIKI, FREE, WIKI)), ["Voice: Mei"], mode=VideoMode.WEIRD_FACTS)
    title, licence, credit = text.split("\n")
    assert (title, credit) == ("The Sea", "Voice: Mei")
    assert "CC BY-SA 4.0" in licence


@pytest.mark.parametrize("language", list(Language))
def test_warnings_about_money_are_no_advice_in_any_language(language: Language) -> None:
    script = replace(SEA, language=language)
    assert description(script, [], mode=VideoMode.FINANCE_WARNING).split("\n") == [
        "The Sea",
        NOT_ADVICE[language],
    ]
    assert description(script, [], mode=VideoMode.WEIRD_FACTS) == "The Sea"


def test_talk_of_medicine_is_no_advice_in_any_mode() -> None:
    script = script_of("Pills", [["Doctors treat cancer with this medicine."]])
    assert NOT_ADVICE[Language.EN] in description(script, [], mode=VideoMode.WEIRD_FACTS)


def test_where_nothing_asks_for_credit_the_file_says_so_and_ends_with_a_line_break() -> None:
    text = credits_text(SEA, [])
    assert text.split("\n")[:2] == ["The Sea", ""]
    assert text.count("\n") == 3
    assert text.endswith("\n")
    assert credits_text(SEA, ["A", "B"]) == "The Sea\n\nA\nB\n"


def test_a_script_is_recognised_by_all_of_it() -> None:
    other = script_of("The Sea", [["The sea rose."], ["It fell.", "Nobody saw it!"]])
    assert script_key(SEA) == script_key(replace(SEA)) != script_key(other)
    assert script_key(replace(SEA, title="Sea")) != script_key(SEA)


def test_credits_name_texts_voices_artwork_and_music_each_once() -> None:
    drawn = PainterSpec(painter="diorama", seed=1, artwork=("whale",))
    script = replace(SEA, sources=(WIKI, FREE))
    found = credits_section(script, narrated(source="openjtalk"), board(drawn, drawn), SILENT)
    assert found[0] == "Text: “Sea”, Wikipedia, revision 7, CC BY-SA 4.0"
    assert "Mei" in found[1]
    assert found[2:] == [ARTWORK_CREDIT, "Music: Clipwright"]


def test_what_asks_for_its_name_is_named_wherever_the_video_is_shown() -> None:
    """Icons and maps whose licences differ from the other artwork's, and pictures that were found."""
    icons = PainterSpec(painter="diorama", seed=1, artwork=("game-anchor",))
    maps = PainterSpec(painter="atlas_plate", seed=1)
    shown = replace(board(icons, maps), notes=("picture for s1 (sea): Photo by Ana", "2 files left out"))
    found = credits_section(SEA, narrated(source="espeak"), shown, SILENT)
    assert [one.partition(" ")[0] for one in found] == ["Artwork:", "Icons", "Maps:", "picture", "Music:"]
    assert "CC BY 3.0" in found[1]
    assert found[1].endswith(": anchor")
    assert "GeoNames" in found[2]


def test_a_voice_of_ours_and_plain_pictures_ask_for_nothing() -> None:
    plain = PainterSpec(painter="sky", seed=1)
    assert credits_section(SEA, narrated(source="espeak"), board(plain), SILENT) == ["Music: Clipwright"]


def test_pictures_are_listed_with_who_made_them() -> None:
    listed = pictures_section(
        board(MediaSpec(media="m", seed=1), PainterSpec(painter="sky", seed=1, words=("sea",)))
    )
    assert [(shot["start"], shot["end"], shot["by"], shot["media"]) for shot in listed["shots"]] == [
        (0.0, 1.0, "Pexels", "m"),
        (1.0, 2.0, "painters", ""),
    ]
    assert [shot["words"] for shot in listed["shots"]] == [[], ["sea"]]


def test_how_sure_words_are_is_counted_also_of_none() -> None:
    words = narrated().words
    unsure = tuple(replace(word, confidence=1 / (at + 1)) for at, word in enumerate(words[:3]))
    assert words_section(replace(narrated(), words=unsure)) == {
        "count": 3,
        "lowest_confidence": 0.333,
        "mean_confidence": 0.611,
    }
    nothing = words_section(replace(narrated(), words=()))
    assert nothing == {"count": 0, "lowest_confidence": 0.0, "mean_confidence": 0.0}


def test_an_entry_of_the_words_file_is_in_seconds_and_plain_json() -> None:
    word = Word(
        text="море…",
        span=TimeRange(Fraction(1, 3), Fraction(2, 3)),
        line="s1.l1",
        token=0,
        confidence=2 / 3,
        source="dtw",
    )
    entry = json.loads(json.dumps(word_entry(word)))
    assert entry == {
        "text": "море…",
        "start": 0.333333,
        "end": 0.666667,
        "line": "s1.l1",
        "confidence": 0.667,
        "source": "dtw",
    }


def test_a_finder_is_asked_for_every_scene_with_what_it_says() -> None:
    asked = picture_requests(
        replace(SEA, scenes=(replace(SEA.scenes[0], visual=("waves", "sea")), SEA.scenes[1]))
    )
    assert [(one.scene, one.phrases, one.text) for one in asked] == [
        ("s0", ("waves", "sea"), "The sea rose."),
        ("s1", (), "It fell. Nobody saw it."),
    ]


@pytest.mark.parametrize(
    ("credit", "shown"),
    [
        (Credit(provider="Pexels", licence="Pexels"), "Pexels, Pexels"),
        (
            Credit(provider="Pexels", licence="Free", author="Ana", page="https://p.example/1"),
            "Ana, Pexels, Free, https://p.example/1",
        ),
    ],
)
def test_a_picture_is_credited_with_what_is_known(credit: Credit, shown: str) -> None:
    picture = FoundPicture(
        scene="s1", phrase="blue whale", text="", path=Path("a"), identity="pexels:1", credit=credit
    )
    assert credit_line(picture) == f"picture for s1 (blue whale): {shown}"
