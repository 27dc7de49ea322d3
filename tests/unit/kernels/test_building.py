"""The kernels are built once for their present sources; without a compiler the message is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.kernels import build, library
from tests.support.production.servers import lacking


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Build libraries into an empty folder."""
    name = library.library_path().name
    monkeypatch.setattr(build, "LIBRARIES", tmp_path)
    monkeypatch.setattr(build, "library_path", lambda: tmp_path / name)
    return tmp_path


def test_it_builds_once_and_drops_what_is_stale(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not build.compiler():
        lacking("no compiler")
    # the smallest of the real sources; `make setup` has compiled them all
    monkeypatch.setattr(
        build, "c_files", lambda: sorted(library.c_files(), key=lambda source: source.stat().st_size)[:1]
    )
    stale = elsewhere / "kernels-of-other-sources.so"
    stale.write_bytes(b"")
    assert " built by " in build.build()
    (made,) = elsewhere.iterdir()
    assert made.name == library.library_path().name
    assert build.build().endswith("is there")


def test_without_a_compiler_numpy_draws(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compiler", list)
    assert "numpy draws pixels" in build.build()
    assert not list(elsewhere.iterdir())


def test_sources_that_do_not_compile_say_why(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not build.compiler():
        lacking("no compiler")
    wrong = elsewhere / "wrong.c"
    wrong.write_text("int wrong(void) { return nothing_here; }\n", "utf-8")
    monkeypatch.setattr(build, "c_files", lambda: [wrong])
    with pytest.raises(RuntimeError, match="nothing_here"):
        build.build()
