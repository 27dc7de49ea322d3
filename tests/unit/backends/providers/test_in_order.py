"""Several providers, one after the other: who is asked, how failures are reported, what calls cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest

from renderer.backends.providers.fallback import FINAL, first_that_works
from renderer.backends.providers.prices import Prices
from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.nothing import NothingKnown
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.errors import ERRORS, ClipwrightError


@dataclass
class Doer:
    """Does its work or fails in a given way, and counts how often it was asked."""

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


def test_prices_are_upper_bounds_of_what_is_sent_and_may_come_back() -> None:
    assert Prices().chat(10**9, 10**9) == 0
    prices = Prices(chat_in=Decimal(3), chat_out=Decimal(15), speech=Decimal(30))
    assert prices.chat(1_000_000, 100_000) == Decimal("4.5")
    assert prices.spoken(500) == Decimal("0.015")
