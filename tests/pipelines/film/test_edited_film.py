"""After an edit a film has the same bytes as one made afresh, however much is reused from the one before."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.documents import RenderedVideo
from renderer.runtime.workspace import open_workspace
from renderer.runtime.workspace_folders import Workspace
from tests.pipelines.film.whole_film import TEXT, copied, eleven_minutes, made, rendered_film

__all__ = ["rendered_film"]

EDITED = TEXT.replace("closed after 53 days", "burned for 53 whole days")
"""A text of another length, so that everything after it moves."""


def rendered(text: str, workspace: Workspace) -> str:
    """SHA-256 of the whole file, sound and chapters included."""
    video: RenderedVideo = made(eleven_minutes(text), workspace, RenderedVideo)[RenderedVideo]
    return video.video


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_edited_film_has_the_bytes_of_one_made_afresh(rendered_film: Path, tmp_path: Path) -> None:
    assert EDITED != TEXT
    workspace = copied(rendered_film, tmp_path / "edited")
    before = rendered(TEXT, workspace)
    edited = rendered(EDITED, workspace)
    assert edited != before
    assert edited == rendered(EDITED, open_workspace(tmp_path / "afresh"))
