from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.cli.making import file_stem
from renderer.cli.options import build_order, read_script
from renderer.cli.render import drafted
from renderer.contract.orders.short import ShortOrder
from renderer.errors import Blame, ClipwrightError

DEFAULTS: dict[str, Any] = {
    "topic": "octopus hearts",
    "script_path": None,
    "media_dir": None,
    "video_mode": "darkHistory",
    "style_pack": "documentary",
    "voice": "warm-storyteller",
    "language": "en",
    "caption_style": "tiktok",
    "caption_position": "center",
    "safe_area": "organic",
    "seed": 0,
    "size": "1080x1920",
    "fps": 30,
}


def order(**changes: Any) -> ShortOrder:
    return build_order(**{**DEFAULTS, **changes})


def refused(**changes: Any) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        order(**changes)
    assert caught.value.spec.blame is Blame.CALLER
    return caught.value


def test_defaults_are_those_of_the_published_contract() -> None:
    assert order().settings.model_dump(mode="json") == {
        "video_mode": "darkHistory",
        "style_pack": "documentary",
        "voice": "warm-storyteller",
        "language": "en",
        "captions": {"style": "tiktok", "position": "center"},
    }


@pytest.mark.parametrize("topic", ["", "   ", "\u3000\u00a0\n"])
def test_an_empty_topic_is_refused(topic: str) -> None:
    assert refused(topic=topic).code == "topic_empty"


@pytest.mark.parametrize("topic", ["🎬🎬", "?!"])
def test_a_topic_of_signs_is_taken_as_the_api_takes_it(topic: str) -> None:
    assert order(topic=topic).topic == topic


@pytest.mark.parametrize("topic", ["\uf8ff", "\x07"])
def test_signs_without_a_name_are_refused(topic: str) -> None:
    assert refused(topic=topic).code == "topic_empty"


def test_the_topic_limit_counts_characters_after_trimming() -> None:
    assert order(topic="  " + "𝕏" * 500 + " ").topic == "𝕏" * 500
    assert refused(topic="x" * 501).sentence == "The topic has 501 characters; at most 500 are allowed."


@pytest.mark.parametrize(
    "option",
    ["video_mode", "style_pack", "voice", "language", "caption_style", "caption_position"],
)
def test_an_unknown_choice_names_the_option_and_those_that_exist(option: str) -> None:
    sentence = refused(**{option: "zz"}).sentence
    assert f"--{option.replace('_', '-')} 'zz' does not exist" in sentence
    assert "choose one of: " in sentence


@pytest.mark.parametrize("size", ["", "1080", "1080x", "x1920", "1081x1920", "10x10", "99999x99999", "-2x4"])
def test_a_bad_size_is_refused(size: str) -> None:
    assert refused(size=size).code == "invalid_option"


@pytest.mark.parametrize(("option", "value"), [("fps", 0), ("fps", 61), ("seed", -1), ("safe_area", "zz")])
def test_other_bad_values_name_their_option(option: str, value: object) -> None:
    assert f"--{option.replace('_', '-')}" in refused(**{option: value}).sentence


def test_a_script_file_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "s.md"
    path.write_text("\ufeffHällo", "utf-8")
    assert read_script(path) == "Hällo"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "script_empty"),
        (b" \n", "script_empty"),
        (b"\xff\xfe\x00", "script_unreadable"),
        (b"a" * 60_001, "script_too_long"),
    ],
)
def test_bad_script_files_are_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "s.txt"
    path.write_bytes(content)
    assert refused(script_path=path).code == code


def test_a_missing_script_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert refused(script_path=tmp_path / "none").code == "script_unreadable"
    assert refused(script_path=tmp_path).code == "script_unreadable"


@given(st.text(min_size=1, max_size=500))
def test_a_file_stem_is_safe_for_any_topic(topic: str) -> None:
    stem = file_stem(topic)
    assert stem
    assert not set(stem) & set('/\\\0:*?"<>|. ')
    assert len(stem.encode()) <= 240


def test_a_lexicon_is_read_and_checked_before_anything_is_made(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("Nguyen = Win\n", "utf-8")
    assert order(lexicon_path=path).lexicon == "Nguyen = Win\n"
    assert "Nguyen = Win\n" in order(lexicon_path=path).private_texts
    path.write_text("Nguyen\n", "utf-8")
    assert refused(lexicon_path=path).code == "lexicon_invalid"
    assert refused(lexicon_path=tmp_path / "missing.txt").code == "lexicon_unreadable"


@pytest.mark.parametrize(
    ("size", "fps", "small"),
    [("1080x1920", 30, (360, 640, 15)), ("1920x1080", 12, (640, 360, 12)), ("320x180", 30, (320, 180, 15))],
)
def test_a_draft_is_the_same_picture_small(size: str, fps: int, small: tuple[int, int, int]) -> None:
    frame = drafted(order(size=size, fps=fps)).frame
    assert (frame.width, frame.height, frame.fps) == small
