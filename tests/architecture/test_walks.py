"""How often a reader turns back who follows a caption to its pixels, or a job through its worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.files import write_atomically
from tests.architecture import walks

RETURNS = {"caption": 28, "job": 13}
"""Functions of a module that was left before: lower them, never raise them.

Counted the same way, the code before it had rooms turned back 60 and 26 times, and half of that is the mark.
"""


@pytest.mark.parametrize("name", walks.WALKS)
def test_a_walk_turns_back_no_more_often_than_before(name: str) -> None:
    stays, returns = walks.counted(name)
    assert stays > 0
    assert 0 < returns <= RETURNS[name]


def test_a_walk_counts_each_call_inside_the_product_once(tmp_path: Path) -> None:
    def act() -> None:
        for name in ("one", "two"):
            write_atomically(tmp_path / name, b"1")

    found = walks.walk(act)
    assert [callee.co_qualname for _, callee in found.calls] == ["writing_to"]
    assert (found.stays, found.returns) == (1, [])
