"""What is compared between two checkouts: one order per pack and per family of scripts, by their bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.contract.vocabulary import CaptionStyle, Language, StylePack, VideoMode
from tools.same_bytes import ORDERS, digest_of, verdict


def test_every_pack_and_every_family_of_scripts_has_an_order() -> None:
    assert {order.pack for order in ORDERS.values()} == {pack.value for pack in StylePack}
    assert {order.language for order in ORDERS.values()} >= {"en", "ru", "ar", "hi", "zh", "ja"}
    for order in ORDERS.values():
        Language(order.language), VideoMode(order.mode), CaptionStyle(order.style)
    assert len({order.style for order in ORDERS.values()}) == len(ORDERS), "each in another caption style"


@pytest.mark.parametrize(
    ("digests", "said"),
    [
        (["a"], ""),
        (["a", "a"], "same"),
        (["a", "a", "a"], "same"),
        (["a", "a", "b"], "differs"),
        (["a", "failed: no such option"], "failed"),
        (["failed: x", "failed: x"], "failed"),
    ],
)
def test_two_are_the_same_when_both_were_made_and_no_byte_differs(digests: list[str], said: str) -> None:
    assert verdict(digests) == said


def test_a_checkout_that_renders_nothing_has_failed(tmp_path: Path) -> None:
    found = digest_of("educational-han", tmp_path, None)
    assert found.startswith("failed: ")
    assert "renderer" in found
