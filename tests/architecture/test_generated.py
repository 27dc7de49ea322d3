"""Every generated file is what its generator writes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import generated, limits
from tools.generated import HEAVY, ROOT


def test_no_generated_file_is_stale() -> None:
    assert not list(generated.stale()), "run make generated"


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_generator_reads_and_writes_files_that_exist(name: str) -> None:
    for glob in (*HEAVY[name].reads, *HEAVY[name].writes):
        assert list(ROOT.glob(glob)), glob


def test_a_change_of_a_source_makes_what_is_made_of_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source.py").write_text("1")
    (tmp_path / "made.bin").write_text("one")
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    before = generated.digest(("*.py",))
    (tmp_path / "source.py").write_text("2")
    assert generated.digest(("*.py",)) != before
    (tmp_path / "source.py").write_text("1")
    assert generated.digest(("*.py",)) == before
    (tmp_path / "more.py").write_text("")
    assert generated.digest(("*.py",)) != before


@pytest.mark.parametrize(
    "row",
    [
        "| `CLIPWRIGHT_LEASE_SECONDS` | `45 (from 1)` |",
        "| `CLIPWRIGHT_PROVIDER_TRIES` | `3 (from 1 to 10)` |",
        "| `TOPIC_CHARACTERS` | `500` |",
        "| `SandboxLimits.seconds` | `60` |",
    ],
)
def test_the_page_of_limits_names_bounds_with_their_values(row: str) -> None:
    assert row in limits.page()


def test_every_telling_name_of_a_setting_is_on_the_page_of_limits() -> None:
    page, ends = limits.page(), ("_seconds", "_mb", "_tries", "_limit", "_days")
    for _, _, kind in limits.SETTINGS:
        for name, field in kind.model_fields.items():
            if name.endswith(ends) and not isinstance(field.default, str):
                assert f"CLIPWRIGHT_{name.upper()}" in page
