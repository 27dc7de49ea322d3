"""How loud lines are spoken: louder in the hook, softer later, a little louder anywhere in a call."""

from __future__ import annotations

from itertools import product

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Role, Scene, Script
from renderer.text.lines import build_line
from renderer.voices.line_levels import levels


def script(*scenes: tuple[Role, tuple[str, ...]], language: Language = Language.EN) -> Script:
    return Script(
        language=language,
        title="t",
        scenes=tuple(
            Scene(
                id=f"s{number}",
                role=role,
                lines=tuple(
                    build_line(text, id=f"s{number}.l{at}", language=language)
                    for at, text in enumerate(texts)
                ),
            )
            for number, (role, texts) in enumerate(scenes)
        ),
        source="file",
    )


def alone(text: str, language: Language) -> float:
    (level,) = levels(script((Role.HOOK, (text,)), language=language))
    return level


def test_the_hook_is_louder_than_what_follows_and_the_close_softest() -> None:
    hook, first, close = levels(script((Role.HOOK, ("A.",)), (Role.BEAT, ("B.",)), (Role.CLOSE, ("C.",))))
    assert hook > first > close


def test_the_first_line_of_a_scene_brings_it_and_every_second_scene_steps_back() -> None:
    beats = script(*((Role.BEAT, ("A.", "B.", "C.")) for _ in range(4)))
    found = levels(beats)
    scenes = [found[at : at + 3] for at in range(0, 12, 3)]
    assert all(first > second == third for first, second, third in scenes)
    assert scenes[0] == scenes[2] != scenes[1] == scenes[3]


@pytest.mark.parametrize(
    ("language", "plain", "calling"),
    [
        (Language.EN, "He left.", "“He left?”"),
        (Language.EN, "He left.", "He left!"),
        (Language.DE, "Er ging.", "Er rief: „Warum?“"),
        (Language.FR, "Il part.", "Il dit : « Pourquoi ? »"),
        (Language.ES, "Se fue.", "¿Se fue?"),
        (Language.PT, "Foi embora.", "Foi embora!"),
        (Language.RU, "Он ушёл.", "Он спросил: «Почему?»"),
        (Language.AR, "ذهب.", "لماذا ذهب؟"),
        (Language.HI, "वह गया।", "वह क्यों गया?"),
        (Language.ZH, "他走了。", "他为什么走了？"),
        (Language.JA, "彼は去った。", "「なぜ去った？」"),
    ],
)
def test_a_question_or_a_call_is_louder_than_a_statement_in_every_language(
    language: Language, plain: str, calling: str
) -> None:
    assert alone(calling, language) > alone(plain, language)


@pytest.mark.parametrize("text", ["Why? He knew.", "Oh! no", "What?!, he said"])
def test_only_the_end_of_a_line_calls(text: str) -> None:
    assert alone(text, Language.EN) == alone("He left.", Language.EN)


def test_a_line_without_tokens_has_a_level_like_any_other() -> None:
    empty = Line(id="s0.l0", tokens=())
    made = Script(
        language=Language.EN,
        title="",
        scenes=(Scene(id="s0", role=Role.HOOK, lines=(empty,)),),
        source="file",
    )
    assert levels(made) == (alone("He left.", Language.EN),)


def test_no_line_is_far_from_the_narrators_level() -> None:
    ways = product(Role, (("A.",), ("A?", "B!"), ("A.", "B.", "C?")))
    found = levels(script(*ways, *((Role.BEAT, ("A.", "B!")) for _ in range(5))))
    assert len(found) == 3 * 6 + 10
    assert max(map(abs, found)) <= 6.5
