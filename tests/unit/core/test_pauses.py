from __future__ import annotations

from fractions import Fraction

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.pauses import after_mark, pauses
from renderer.core.script import Role, Scene, Script
from renderer.text.lines import build_line


def script(*scenes: tuple[Role, tuple[str, ...]]) -> Script:
    made = tuple(
        Scene(
            id=f"s{number}",
            role=role,
            lines=tuple(
                build_line(text, id=f"s{number}.l{at}", language=Language.EN) for at, text in enumerate(texts)
            ),
        )
        for number, (role, texts) in enumerate(scenes)
    )
    return Script(language=Language.EN, title="t", scenes=made, source="file")


def test_scenes_are_parted_by_room_for_the_music_and_nothing_follows_the_last_line() -> None:
    found = pauses(
        script(
            (Role.HOOK, ("Why?",)),
            (Role.BEAT, ("It is old.", "It is blue,")),
            (Role.BEAT, ("It is far.",)),
            (Role.CLOSE, ("Go.",)),
        )
    )
    assert len(found) == 5
    assert found[-1] == 0
    between = [found[0], found[2], found[3]]
    assert all(Fraction(6, 10) <= pause < 1 for pause in between)
    assert found[0] > found[2]
    assert found[1] < Fraction(5, 10)


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [("Why?", "It is."), ("It is.", "It is,"), ("Well…", "Why?"), ("“Why?”", "no mark")],
)
def test_marks_ask_for_their_own_pause(longer: str, shorter: str) -> None:
    assert after_mark(longer) > after_mark(shorter)
