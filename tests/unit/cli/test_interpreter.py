"""A slow build of the interpreter is reported, and no other is."""

from __future__ import annotations

import platform

import pytest

from renderer.cli.interpreter import interpreter, this_interpreter


@pytest.mark.parametrize("arguments", [None, "'--enable-optimizations' '--with-lto'"])
def test_a_fast_interpreter_is_only_named(arguments: str | None) -> None:
    assert interpreter(arguments) == f"{platform.python_implementation()} {platform.python_version()}"


def test_a_slow_one_is_told_with_what_would_be_faster() -> None:
    said = interpreter("'--prefix=/opt' '--enable-shared'")
    assert "built without --enable-optimizations" in said
    assert "distribution" in said


def test_this_one_is_named() -> None:
    assert platform.python_version() in this_interpreter()
