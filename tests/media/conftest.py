"""A workspace in which parts of what was made are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.workspace import open_workspace, run_store


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    workspace = open_workspace(tmp_path / "workspace")
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    return KeptParts(run_store(workspace, scratch))
