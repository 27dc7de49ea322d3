"""Orders as they cross a process border: pipelines, time limits, what is refused, what is private."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from renderer.contract.orders import ORDER
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.remix import RemixExport, RemixPreview, RemixSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.queues import LONGEST_SECONDS, queue_name, time_limits, transport_options
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS
from renderer.contract.writer_settings import WriterSettings

SCRIPT = "Rivers move. " * 300


@pytest.mark.parametrize(
    ("order", "pipeline", "seconds"),
    [
        ({"workflow": "short", "topic": "Bees"}, "short", 90.0),
        ({"workflow": "short", "script": "x" * 1200}, "short", 100.0),
        ({"workflow": "long_form", "script": SCRIPT}, "long_form", 780.0),
        ({"workflow": "remix", "operation": "probe"}, "remix.probe", LONGEST_SOURCE_SECONDS),
        ({"workflow": "remix", "operation": "translate", "target_language": "de"}, "remix.translate",
         LONGEST_SOURCE_SECONDS),
    ],
)  # fmt: skip
def test_an_order_names_its_pipeline_and_its_length(
    order: dict[str, Any], pipeline: str, seconds: float
) -> None:
    made = ORDER.validate_python(order)
    assert (made.pipeline, made.expected_seconds) == (pipeline, seconds)
    assert ORDER.validate_json(made.model_dump_json()) == made
    soft, hard = time_limits(made)
    assert (soft, hard) == (min(600 + 20 * int(seconds), LONGEST_SECONDS), soft + 60)


@pytest.mark.parametrize(
    "order",
    [
        {"workflow": "epic"},
        {"workflow": "remix"},
        {"workflow": "remix", "operation": "delete"},
        {"workflow": "remix", "operation": "draft", "language": "tlh"},
        {"workflow": "remix", "operation": "probe", "topic": "Bees"},
        {"workflow": "short", "topic": "x" * 501},
        {"workflow": "short", "topic": "Bees", "seed": 2**32},
        {"workflow": "short", "topic": "Bees", "frame": {"width": 1081}},
        {"workflow": "short", "topic": "Bees", "frame": {"fps": 9}},
        {"workflow": "long_form", "script": "too short"},
        {"workflow": "long_form", "script": SCRIPT, "settings": {"target_minutes": 16.0}},
        {"workflow": "long_form", "script": SCRIPT, "settings": {"target_minutes": "12"}},
    ],
)
def test_what_is_no_order_is_refused(order: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ORDER.validate_python(order)


def test_what_a_caller_wrote_is_private_and_where_it_lies_is_local() -> None:
    short = ShortOrder(topic="Bees", script="Own words.", facts="Facts.", lexicon="a=b", media_dir="/home/x")
    assert set(short.private_texts) == {"Bees", "Own words.", "Facts.", "a=b"}
    assert short.local_folder == "/home/x"
    film = LongFormOrder(script=SCRIPT, title="Rivers")
    assert {"Rivers", SCRIPT} <= set(film.private_texts)
    assert RemixPreview(settings=RemixSettings()).private_texts == ()


@pytest.mark.parametrize("side", [142, 1081, 2162])
def test_the_side_of_an_export_is_even_and_bounded(side: int) -> None:
    with pytest.raises(ValidationError):
        RemixExport(settings=RemixSettings(), side=side)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bees", True), ("川", True), ("नदी", True), ("نهر", True), ("река", True), ("ひ", True), ("7", True),
        ("٣", True), ("३", True), ("é", True), ("…a…", True), ("", False), (" \n", False), ("?!", False),
        ("😀", False), ("—«»", False), ("\u0301", False), ("\u200d", False), ("\x00", False),
        ("\ue000", False),
        ("\U0010ffff", False),
    ],
)  # fmt: skip
def test_letters_and_figures_of_any_script_can_be_said_and_signs_alone_cannot(
    text: str, *, said: bool
) -> None:
    assert can_be_said(text) is said


@pytest.mark.parametrize(
    ("settings", "has_chat"),
    [
        ({}, False),
        ({"chat_base_url": "http://x"}, True),
        ({"chat_base_url": "http://x", "writers": " auto "}, True),
        ({"chat_base_url": "http://x", "writers": "lexicon, chat"}, True),
        ({"chat_base_url": "http://x", "writers": "lexicon,template"}, False),
        ({"chat_base_url": "http://x", "writers": "chatty"}, False),
        ({"writers": "chat"}, False),
    ],
)
def test_sentences_are_added_only_where_a_model_writes(settings: dict[str, str], *, has_chat: bool) -> None:
    made = WriterSettings(**settings)
    assert made.has_chat is has_chat
    assert made.adapts == (("condense", "expand") if has_chat else ("condense",))


def test_queues_are_named_by_workflow_and_machine_and_brokers_have_their_options() -> None:
    assert queue_name("remix", "gpu") == "remix.gpu"
    assert transport_options("amqp://guest@x//") == {"confirm_publish": True}
    for address in ("redis://x/0", "rediss://x/0"):
        held = transport_options(address)["visibility_timeout"]
        assert held > LONGEST_SECONDS + 60, "no job that is under way comes back meanwhile"
