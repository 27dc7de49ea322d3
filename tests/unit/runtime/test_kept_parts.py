from __future__ import annotations

from pathlib import Path

import pytest

from renderer.runtime.kept_parts import KeptParts, part_key
from renderer.runtime.workspace import open_workspace, run_store

KEY = part_key("test", version=1, decided_by=["all", 1])


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    workspace = open_workspace(tmp_path / "workspace")
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    return KeptParts(run_store(workspace, scratch))


def kept(parts: KeptParts, tmp_path: Path) -> Path:
    made = tmp_path / "made"
    made.write_bytes(b"sound")
    return parts.keep_file(KEY, made)


def test_a_kept_file_is_found_again_and_moved_not_copied(parts: KeptParts, tmp_path: Path) -> None:
    assert parts.file(KEY) is None
    there = kept(parts, tmp_path)
    assert not (tmp_path / "made").exists()
    assert parts.file(KEY) == there
    assert there.read_bytes() == b"sound"


@pytest.mark.parametrize("damage", [b"", b"other"])
def test_a_damaged_file_counts_as_lost(parts: KeptParts, tmp_path: Path, damage: bytes) -> None:
    there = kept(parts, tmp_path)
    there.chmod(0o600)
    there.write_bytes(damage)
    assert parts.file(KEY) is None


@pytest.mark.parametrize("facts", [b"", b"../../elsewhere", b"\xff\xfe", b"ab" * 31])
def test_facts_that_are_no_digest_name_no_file(parts: KeptParts, facts: bytes) -> None:
    parts.keep_facts(KEY, facts)
    assert parts.file(KEY) is None


def test_keys_differ_by_name_version_and_what_decides() -> None:
    keys = {
        KEY,
        part_key("other", version=1, decided_by=["all", 1]),
        part_key("test", version=2, decided_by=["all", 1]),
        part_key("test", version=1, decided_by=["all", 2]),
    }
    assert len(keys) == 4
