"""After an edit a film has the very bytes of one made afresh, whatever was found of the one before."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.documents import RenderedVideo
from renderer.runtime.workspace import open_workspace
from renderer.runtime.workspace_folders import Workspace
from tests.pipelines.test_long_form import film_order, made
from tests.unit.manuscript.scripts import script

TEXT = script(sentences=160, chapters=6)
EDITED = TEXT.replace("closed after 53 days", "burned for 53 whole days")
"""Of another length: all that follows moves."""


def rendered(text: str, workspace: Workspace) -> str:
    """SHA-256 of the whole file, sound and chapters included."""
    video: RenderedVideo = made(film_order(text, target_minutes=11), workspace, RenderedVideo)[RenderedVideo]
    return video.video


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_edited_film_has_the_bytes_of_one_made_afresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIPWRIGHT_SPEAKERS", "embedded")
    assert EDITED != TEXT
    workspace = open_workspace(tmp_path / "edited")
    before = rendered(TEXT, workspace)
    edited = rendered(EDITED, workspace)
    assert edited != before
    assert edited == rendered(EDITED, open_workspace(tmp_path / "afresh"))
