"""What determines a video's music: an edited mood file makes a new mix, other captions do not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import pipelines.asset_digests
from pipelines.scoring import music_facts
from pipelines.stages import mix_audio
from pipelines.stages.film import score_film
from renderer.assets import ASSETS
from renderer.contract.orders.base import CaptionSettings, VideoSettings
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionStyle, StylePack
from renderer.runtime.capabilities import CapabilitySet


def order(**settings: object) -> ShortOrder:
    return ShortOrder(topic="Why do cats purr", settings=VideoSettings.model_validate(settings))


@pytest.mark.parametrize("name", ["documentary", "modes"])
def test_an_edited_mood_or_mode_is_another_music(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = music_facts(order())
    shutil.copytree(ASSETS / "music", tmp_path / "music")
    with (tmp_path / "music" / f"{name}.toml").open("a") as file:
        file.write("# louder")
    monkeypatch.setattr(pipelines.asset_digests, "ASSETS", tmp_path)
    assert music_facts(order()) != before


def test_another_pack_is_another_music_and_another_caption_style_is_not() -> None:
    plain = music_facts(order())
    assert music_facts(order(style_pack=StylePack.DARK_FINANCE)) != plain
    assert music_facts(order(captions=CaptionSettings(style=CaptionStyle.FIRE))) == plain


def test_both_workflows_count_the_files() -> None:
    film = LongFormOrder(script="A river begins as a spring in the hills. " * 100)
    for facts in (mix_audio.params(order(), CapabilitySet({})), score_film.params(film, CapabilitySet({}))):
        assert isinstance(facts, dict)
        assert len(facts["files"]) == 2
