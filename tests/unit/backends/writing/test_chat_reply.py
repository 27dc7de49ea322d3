"""A language model's answers: which are accepted, which errors are reported, what becomes the draft."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from renderer.backends.writing.base import Brief
from renderer.backends.writing.chat_reply import (
    FORM,
    SCHEMA,
    TITLE_CHARACTERS,
    content_problems,
    draft_of,
    read_reply,
    reply_problems,
    reply_seconds,
)
from renderer.backends.writing.stated import with_facts
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role


def part(*lines: str, visual: tuple[str, ...] = (), emphasis: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"lines": [*lines], "visual": [*visual], "emphasis": [*emphasis]}


def answer(**changes: Any) -> dict[str, Any]:
    return {
        "title": "Three hearts",
        "hook": part("An octopus has three hearts, and two of them stop when it swims away from you."),
        "scenes": [
            part("Two hearts push the blood through the gills, and the third one feeds the body."),
            part("Its blood is blue, for it carries copper and not the iron that is in yours."),
        ],
        "close": part("So the animal would rather crawl than swim, and now you know the reason."),
        **changes,
    }


def brief(seconds: float = 25.0, language: Language = Language.EN, topic: str = "octopus") -> Brief:
    return Brief(
        topic=topic,
        mode=VideoMode.WEIRD_FACTS,
        language=language,
        voice=Voice.WARM_CALM,
        seconds=seconds,
        seed=0,
    )


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "```\n{}\n```\n", "\n  ```json \n{}\n\n```  "])
def test_an_answer_is_read_with_or_without_a_fence(around: str) -> None:
    reply = read_reply(around.replace("{}", json.dumps(answer())))
    assert reply.title == "Three hearts"
    assert len(reply.parts) == 4
    jsonschema.validate(answer(), SCHEMA)


def test_the_form_shown_to_a_reader_fits_the_schema() -> None:
    jsonschema.validate(json.loads(FORM), SCHEMA)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "JSON"),
        ("no", "JSON"),
        (json.dumps([answer()]), "array"),
        (json.dumps({**answer(), "extra": 1}), "extra"),
        (json.dumps({key: value for key, value in answer().items() if key != "close"}), "close"),
        (json.dumps(answer(title="")), "$.title"),
        (json.dumps(answer(scenes=[part("One.")])), "$.scenes"),
        (json.dumps(answer(scenes=[part("One.")] * 13)), "$.scenes"),
        (json.dumps(answer(hook=part())), "$.hook.lines"),
        (json.dumps(answer(hook=part("x" * 401))), "$.hook.lines"),
        (json.dumps(answer(hook=part("a", visual=("v" * 121,)))), "$.hook.visual"),
        (json.dumps(answer(close={"lines": ["One."]})), "visual"),
        (json.dumps(answer(close=part("One.", emphasis=tuple("abcdefghijklm")))), "$.close.emphasis"),
    ],
)
def test_an_answer_that_is_none_says_where(text: str, word: str) -> None:
    with pytest.raises(ValueError, match=word.replace("$", r"\$").replace(".", r"\.")):
        read_reply(text)


def problems(language: Language = Language.EN, **changes: Any) -> list[str]:
    return content_problems(read_reply(json.dumps(answer(**changes))), brief(language=language))


def test_a_good_answer_has_nothing_wrong() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("...", "cannot be read aloud"),
        ("   ", "cannot be read aloud"),
        ("It is **very** deep.", "markup"),
        ("See https://a.b for more.", "markup"),
        ("A heart 🐙 of blue.", "markup"),
        ("# A title", "markup"),
        ("<b>Blue</b> blood", "markup"),
    ],
)
def test_a_line_that_nobody_can_say_is_told(line: str, word: str) -> None:
    (found,) = problems(hook=part(line))
    assert word in found


@pytest.mark.parametrize(
    "line", ["Is 5 < 6 & 7 > 3?", "He is #1 in the U.S.", "2 * 3 * 4", "Ends in ©", "C# | F#"]
)
def test_signs_that_are_said_are_no_markup(line: str) -> None:
    assert problems(hook=part(line)) == []


def test_another_language_is_told_once() -> None:
    (found,) = problems(Language.RU)
    assert "'ru'" in found
    (found,) = problems(Language.DE)
    assert "'de'" in found


def test_emphasis_must_be_said_and_is_dropped_where_it_is_not() -> None:
    hook = part("Blue BLOOD and Straße.", emphasis=("blood", "STRASSE", "copper", "blue blood"))
    assert problems(hook=hook) == ["The emphasised 'copper' is not in its lines."]
    draft = draft_of(read_reply(json.dumps(answer(hook=hook))), brief())
    assert draft.scenes[0].emphasis == ("blood", "STRASSE", "blue blood")


def test_no_more_than_a_dozen_problems_are_told() -> None:
    assert len(problems(scenes=[part(*["..."] * 8)] * 3)) == 12


@pytest.mark.parametrize(("share", "good"), [(1.0, True), (1.14, True), (1.25, False), (0.8, False)])
def test_a_length_that_is_far_off_is_told_in_characters(share: float, good: bool) -> None:  # noqa: FBT001
    reply = read_reply(json.dumps(answer()))
    seconds = reply_seconds(reply, brief())
    found = reply_problems(reply, brief(seconds / share))
    assert (not found) is good
    if found:
        length = sum(len(line) for one in reply.parts for line in one.lines)
        wanted = round(length / share)
        assert f"have {length} characters and should have about {wanted}." in found[0]


def test_a_draft_has_one_sentence_a_line_and_roles_in_order() -> None:
    reply = read_reply(json.dumps(answer(title="  A\n title " + "x" * 100, hook=part("One. Two!", "Three?"))))
    draft = draft_of(reply, brief())
    assert [scene.role for scene in draft.scenes] == [Role.HOOK, Role.BEAT, Role.BEAT, Role.CLOSE]
    assert draft.scenes[0].sentences == ("One.", "Two!", "Three?")
    assert len(draft.title) == TITLE_CHARACTERS
    assert draft.title.startswith("A title x")


def test_a_topic_of_several_facts_is_facts_under_a_headline() -> None:
    facts = "The octopus\n- It has three hearts.\n- Its blood is blue.\n- It lives for two years."
    stated = with_facts(brief(topic=facts))
    assert stated.facts == facts
    assert stated.topic != facts
    assert "octopus" in stated.topic.lower()
    assert with_facts(brief(topic="octopus hearts")) == brief(topic="octopus hearts")
    assert with_facts(stated) == stated
