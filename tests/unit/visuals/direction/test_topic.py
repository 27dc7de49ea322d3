"""What a whole video is about: what its title names, but not whose relative somebody is."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language, VideoMode
from renderer.visuals.direction.topic import topic_of
from tests.support.narrated import script_of


@pytest.mark.parametrize(
    ("language", "title", "anchor"),
    [
        (Language.ZH, "一个农民的女儿怎样成为宇航员", "rocket"),
        (Language.ZH, "国王的儿子和大象", "elephant"),
        (Language.JA, "王の娘と象の旅", "elephant"),
        (Language.HI, "किसान की बेटी और हाथी", "elephant"),
        (Language.AR, "ابنة الملك والسفينة", "sailboat"),
        (Language.RU, "Дочь короля и слон", "elephant"),
        (Language.ZH, "国王和大象", "crown"),
        (Language.JA, "王の城", "crown"),
    ],
)
def test_whose_relative_somebody_is_is_not_what_a_video_is_about(
    language: Language, title: str, anchor: str
) -> None:
    topic = topic_of(script_of(title, [["…"]], language), VideoMode.MOTIVATIONAL)
    assert anchor in topic.anchor
