"""Signs and emoji have names, each is reported once, and those with a name are removed from a topic."""

from __future__ import annotations

import pytest

from renderer.contract.sayable import can_be_said
from renderer.text.called import MOST_CALLED, called


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("🎬", "clapper"),
        ("😀" * 500, "grinning"),
        ("♥ ♦\n♥", "hearts, diamonds"),
        ("❤\ufe0f", "heart"),
        ("🇩🇪", "DE"),
        ("?!", "question mark, exclamation mark"),
        ("\u200b", "zero width space"),
        ("\x07\uf8ff", ""),
        ("", ""),
    ],
)
def test_signs_are_called_by_name(text: str, names: str) -> None:
    assert called(text) == names
    assert can_be_said(called(text)) is bool(names)


def test_of_many_signs_the_first_are_called() -> None:
    assert called("?!…#€→🎬😀").count(",") == MOST_CALLED - 1
