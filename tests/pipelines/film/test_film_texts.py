"""Films of scripts with emoji and characters that no face has are made, and substitutions are reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipelines.film.documents import Film
from pipelines.long_form import LONG_FORM
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormCaptions, LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Voice
from renderer.core.captions import CaptionTrack
from renderer.core.picture_spec import CardSpec
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.text.prepared import Preparation
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from renderer.visuals.thumbnail import compose_thumbnail
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

EXAMPLE = Path("examples/films/the-hour-we-share.md")
UNDRAWN = "\U00012345"
"""A cuneiform sign."""
pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[type, Any]:
    text = EXAMPLE.read_text("utf-8")
    for plain, strewn in (
        ("## Lost at sea", f"## Lost at sea 🔥 {UNDRAWN}"),
        ("**the day of two noons**", "**the day 🔥 of two noons** \ufdfa"),
        ("An hour is an agreement.", f"An hour {UNDRAWN} is an agreement 🤝."),
    ):
        assert plain in text
        text = text.replace(plain, strewn)
    folder = tmp_path_factory.mktemp("film")
    order = LongFormOrder(
        script=text,
        title=f"The hour 🔥 we share {UNDRAWN}",
        settings=LongFormSettings(voice=Voice.DEEP_DOCUMENTARY, captions=LongFormCaptions(burn_in=True)),
        frame=FrameSpec(width=256, height=144, fps=10),
    )
    settings = WorkerSettings(encoder="libx264", workspace=folder)
    run = Run(
        order=order,
        capabilities=build_capabilities(order, rim={}, settings=settings),
        workspace=open_workspace(folder),
    )
    return run_pipeline(needed_for(LONG_FORM.stages, Script, Storyboard, CaptionTrack), run).documents


def test_nothing_undrawable_reaches_voice_captions_or_pictures(documents: dict[type, Any]) -> None:
    script: Script = documents[Script]
    film: Film = documents[Film]
    track: CaptionTrack = documents[CaptionTrack]
    storyboard: Storyboard = documents[Storyboard]
    cards = [shot.picture for shot in storyboard.shots if isinstance(shot.picture, CardSpec)]
    shown = [
        script.title,
        *(sentence.text for sentence in film.fit.manuscript.sentences),
        *(chapter.title for chapter in film.fit.manuscript.chapters),
        *(word.text for page in track.pages for line in page.lines for word in line.words),
        *(text for card in cards for text in (card.text, *(cell for row in card.rows for cell in row))),
    ]
    assert len(cards) > 4
    assert len(shown) > 1000
    assert {text: Preparation().text(text) for text in shown if Preparation().text(text) != text} == {}
    assert script.title == "The hour we share"
    assert "Lost at sea" in {chapter.title for chapter in film.fit.manuscript.chapters}


def test_what_was_replaced_or_left_out_is_told(documents: dict[type, Any]) -> None:
    notes = documents[Film].fit.manuscript.notes
    assert "emoji are left out of captions and titles: 🔥, 🤝" in notes
    assert any(note.startswith("replaced") and "\ufdfa" in note for note in notes)
    assert any(note.startswith("left out because") and "U+12345" in note for note in notes)
    assert set(notes) <= set(documents[Script].notes)


def test_cards_and_thumbnail_are_drawn(documents: dict[type, Any]) -> None:
    storyboard: Storyboard = documents[Storyboard]
    pack = load_pack(storyboard.pack)
    for shot in storyboard.shots:
        if isinstance(shot.picture, CardSpec):
            open_picture(
                shot.picture,
                camera=shot.camera,
                pack=pack,
                width=256,
                height=144,
                duration=float(shot.span.duration),
                media=NoMedia(),
            )
    picture = compose_thumbnail(
        documents[Script], storyboard, pack=pack, width=640, height=360, media=NoMedia()
    )
    assert picture.shape == (360, 640, 3)
    assert picture.std() > 10
