"""What models put around and into their answers, a reply as a value, topics that contain facts themselves."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from renderer.backends.providers.chat_text import holds_markup, unfenced
from renderer.backends.writing.base import Brief
from renderer.backends.writing.reply import Reply, ScenePart
from renderer.backends.writing.stated import with_facts
from renderer.contract.vocabulary import Language, VideoMode, Voice

BRIEF = Brief(
    topic="Bees", mode=VideoMode.WEIRD_FACTS, language=Language.EN, voice=Voice.WARM_CALM, seconds=45, seed=1
)


@pytest.mark.parametrize(
    "line",
    [
        "See https://example.org for more.", "http://x", "```", "This is **bold**.", "# Heading", "  > Quote",
        "| a | b |", "Line<br>", "</i>", "Great 😀", "Go 🚀!", "❤ love",
    ],
)  # fmt: skip
def test_what_nobody_can_read_aloud_is_found(line: str) -> None:
    assert holds_markup(line)


@pytest.mark.parametrize(
    "line",
    [
        "Bees dance.", "It costs 5 # 3.", "5 * 3 = 15", "a < b and c > d", "Rock & roll", "100 % sure",
        "Die Brücke – „lang“.", "川は山を海へ運ぶ。", "नदी बहती है।", "يجري النهر.", "C++ and F#",
        "© 2020 Acme®", "Dial *123#", "https is a protocol", "What? No!", "٣٫٥ مليون", "1️ or 2",
    ],
)  # fmt: skip
def test_what_can_be_read_aloud_is_no_markup(line: str) -> None:
    assert not holds_markup(line)


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('```\n{"a": 1}\n```', '{"a": 1}'),
        ('\n  ```json \n{"a":\n 1}\n  ```\n', '{"a":\n 1}'),
        ('{"a": "```"}', '{"a": "```"}'),
        ("Here it is: ```json\n{}\n```", "Here it is: ```json\n{}\n```"),
        ("```python\nprint()\n```", "```python\nprint()\n```"),
        ("", ""),
    ],
)
def test_a_fence_around_the_whole_answer_is_taken_off_and_no_other(text: str, inner: str) -> None:
    assert unfenced(text) == inner


@pytest.mark.parametrize("blank", ["\n", " \n", "\r\n"])
def test_an_endless_gap_after_a_fence_costs_no_time(blank: str) -> None:
    """A model that is held to JSON and has nothing to say may go on with white space."""
    text = f"```json{blank * 50_000}"
    began = time.process_time()
    assert unfenced(text) == text
    assert unfenced(f'{text}{{"a": 1}}{blank * 50_000}```') == '{"a": 1}'
    assert time.process_time() - began < 2


PART = {"lines": ["A."], "visual": [], "emphasis": []}
WHOLE = {"title": "T", "hook": PART, "scenes": [PART, PART], "close": PART}


def test_a_reply_has_its_parts_in_order() -> None:
    numbered = {
        "hook": PART | {"lines": ["1"]}, "scenes": [PART | {"lines": [each]} for each in "23"],
        "close": PART | {"lines": ["4"]},
    }  # fmt: skip
    reply = msgspec.json.decode(json.dumps(WHOLE | numbered), type=Reply)
    assert [part.lines for part in reply.parts] == [("1",), ("2",), ("3",), ("4",)]
    assert reply.hook == ScenePart(lines=("1",), visual=(), emphasis=())


@pytest.mark.parametrize(
    "changes",
    [
        {"title": ""}, {"title": "x" * 201}, {"scenes": [PART]}, {"scenes": [PART] * 13}, {"more": 1},
        {"hook": PART | {"lines": []}}, {"hook": PART | {"lines": ["A."] * 9}},
        {"hook": PART | {"lines": [""]}},
        {"hook": PART | {"lines": ["x" * 401]}}, {"hook": PART | {"lines": [1]}},
        {"hook": {"lines": ["A."]}},
        {"hook": PART | {"emphasis": ["x"] * 13}}, {"hook": PART | {"visual": ["x" * 121]}}, {"close": None},
    ],
)  # fmt: skip
def test_replies_of_another_form_are_none(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(WHOLE | changes), type=Reply)


@pytest.mark.parametrize(
    ("language", "topic"),
    [
        (Language.EN, "Bees\n- Bees see five colours.\n- A hive has one queen."),
        (Language.DE, "Bienen\n- Bienen sehen fünf Farben.\n- Ein Volk hat eine Königin."),
        (Language.JA, "ミツバチ\n- 蜂は五つの色を見る。\n- 巣には女王が一匹いる。"),
    ],
)
def test_a_topic_of_several_statements_is_facts_under_its_headline(language: Language, topic: str) -> None:
    brief = with_facts(replace(BRIEF, topic=topic, language=language))
    assert (brief.topic, brief.facts) == (topic.partition("\n")[0], topic)
    given = replace(BRIEF, topic=topic, language=language, facts="Own facts.")
    assert with_facts(given) is given


@pytest.mark.parametrize("topic", ["Why do bees dance?", "The night the Tunguska forest fell", "川"])
def test_a_plain_topic_stays_a_topic(topic: str) -> None:
    brief = replace(BRIEF, topic=topic)
    assert with_facts(brief) is brief
