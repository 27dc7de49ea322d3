"""Several providers one after the other, what models put around their answers, and a reply as a value."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from renderer.backends.providers.chat_text import holds_markup, unfenced
from renderer.backends.providers.fallback import FINAL, first_that_works
from renderer.backends.providers.prices import Prices
from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.nothing import NothingKnown
from renderer.backends.writing.reply import Reply, ScenePart
from renderer.backends.writing.stated import with_facts
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.errors import ERRORS, ClipwrightError


@dataclass
class Doer:
    """Does its work, or fails in one way; counts how often it was asked."""

    name: str
    error: ClipwrightError | None = None
    asked: int = 0
    fingerprint: str = "f"
    notes: tuple[str, ...] = field(default=("own note",))

    def do(self) -> str:
        self.asked += 1
        if self.error:
            raise self.error
        return f"by {self.name}"

    def write(self, brief: Brief) -> Draft:
        self.do()
        scene = DraftScene(role=Role.HOOK, sentences=(brief.topic,))
        return Draft(title=brief.topic, scenes=(scene,), notes=self.notes)


AWAY = ClipwrightError("provider_failed", provider="X", reason="status 500")
BRIEF = Brief(
    topic="Bees", mode=VideoMode.WEIRD_FACTS, language=Language.EN, voice=Voice.WARM_CALM, seconds=45, seed=1
)


def done(*doers: Doer, fallback: bool = True) -> tuple[str, str, tuple[str, ...]]:
    doer, result, notes = first_that_works("script", doers, lambda one: one.do(), fallback=fallback)
    return doer.name, result, notes


def test_the_first_that_works_is_the_last_that_is_asked() -> None:
    doers = Doer("a", AWAY), Doer("b"), Doer("c")
    name, result, notes = done(*doers)
    assert (name, result) == ("b", "by b")
    assert notes == (f"script: a did not do it: {AWAY.sentence}",)
    assert [doer.asked for doer in doers] == [1, 1, 0]


def test_without_fallback_the_first_ones_failure_is_the_answer() -> None:
    doers = Doer("a", AWAY), Doer("b")
    with pytest.raises(ClipwrightError) as caught:
        done(*doers, fallback=False)
    assert caught.value is AWAY
    assert doers[1].asked == 0


def test_the_only_ones_failure_is_its_own() -> None:
    with pytest.raises(ClipwrightError) as caught:
        done(Doer("a", AWAY))
    assert caught.value is AWAY


def test_when_all_fail_each_reason_is_told_in_order() -> None:
    refused = ClipwrightError("provider_refused", provider="Y", reason="no such model")
    with pytest.raises(ClipwrightError) as caught:
        done(Doer("a", AWAY), Doer("b", refused))
    assert caught.value.code == "providers_exhausted"
    assert caught.value.sentence.index(AWAY.sentence) < caught.value.sentence.index(refused.sentence)


@pytest.mark.parametrize("code", sorted(FINAL))
def test_what_no_other_would_mend_is_told_at_once(code: str) -> None:
    facts: dict[str, Any] = dict.fromkeys(("path", "reason", "length", "limit", "field"), "x")
    doers = Doer("a", ClipwrightError(code, **facts)), Doer("b")
    assert code in ERRORS
    with pytest.raises(ClipwrightError) as caught:
        done(*doers)
    assert (caught.value.code, doers[1].asked) == (code, 0)


def test_a_draft_says_who_wrote_it_and_who_could_not() -> None:
    draft = WriterFallback(writers=(Doer("a", AWAY), Doer("b")), fallback=True).write(BRIEF)
    assert (draft.source, draft.title) == ("b", "Bees")
    assert draft.notes == ("own note", f"script: a did not do it: {AWAY.sentence}")
    two = WriterFallback(writers=(Doer("a"), Doer("b", fingerprint="g")), fallback=True)
    assert two.name == "a"
    assert len({two.fingerprint, WriterFallback(writers=two.writers, fallback=False).fingerprint,
                WriterFallback(writers=two.writers[::-1], fallback=True).fingerprint}) == 3  # fmt: skip


def test_where_nobody_knows_anything_that_is_said() -> None:
    with pytest.raises(ClipwrightError) as caught:
        NothingKnown().write(BRIEF)
    assert caught.value.code == "knowledge_none"
    assert "--facts" in caught.value.sentence


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


def test_prices_are_upper_bounds_of_what_is_sent_and_may_come_back() -> None:
    assert Prices().chat(10**9, 10**9) == 0
    prices = Prices(chat_in=Decimal(3), chat_out=Decimal(15), speech=Decimal(30))
    assert prices.chat(1_000_000, 100_000) == Decimal("4.5")
    assert prices.spoken(500) == Decimal("0.015")


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
