"""Orders, results and documents of Remix as they cross a process border: bounds, names, what is private."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from renderer.contract.beat import Beat
from renderer.contract.event import JOB_EVENT
from renderer.contract.job import InputObject, OutputTarget
from renderer.contract.orders import ORDER
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.remix import RemixExport, RemixPreview, RemixSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.queues import LONGEST_SECONDS, queue_name, time_limits, transport_options
from renderer.contract.remix.timed_text import (
    CUES,
    MILLISECONDS,
    SCRIPT_LINES,
    TEXT,
    CueList,
    VoiceoverScript,
)
from renderer.contract.results import RESULT, SIDECARS
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS, Language
from renderer.contract.writer_settings import WriterSettings

SCRIPT = "Rivers move. " * 300
FILE = {"key": "videos/x/1/video.mp4", "size": 9, "sha256": "0" * 64, "media_type": "video/mp4"}


def entry(start: int, end: int, text: str = "Text.") -> dict[str, Any]:
    return {"start_ms": start, "end_ms": end, "text": text}


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
    ("model", "field", "most"), [(CueList, "cues", CUES), (VoiceoverScript, "lines", SCRIPT_LINES)]
)
def test_entries_stand_in_order_touch_and_do_not_overlap(
    model: type[BaseModel], field: str, most: int
) -> None:
    touching = [entry(0, 500), entry(500, 501), entry(MILLISECONDS - 1, MILLISECONDS)]
    assert len(getattr(model.model_validate({field: touching}), field)) == 3
    full = [entry(each, each + 1) for each in range(most)]
    assert len(getattr(model.model_validate({field: full}), field)) == most
    wrong = [
        [entry(0, 500), entry(499, 600)], [entry(500, 600), entry(0, 400)], [entry(5, 5)], [entry(6, 5)],
        [entry(-1, 5)], [entry(0, MILLISECONDS + 1)], [entry(0, 5, "")], [entry(0, 5, "x" * (TEXT + 1))],
        [*full, entry(most, most + 1)], [entry(0, 5) | {"speaker": "x"}],
    ]  # fmt: skip
    for entries in wrong:
        with pytest.raises(ValidationError):
            model.model_validate({field: entries})


def test_a_result_knows_all_its_files_the_main_one_first() -> None:
    sidecars = {f"file-{each}.srt": FILE | {"key": f"a/{each}"} for each in range(SIDECARS)}
    facts = {"file": FILE, "sidecars": sidecars, "duration_seconds": 1}
    made = RESULT.validate_python({"kind": "sound"} | facts)
    assert [file.key for file in made.files] == [FILE["key"], *(f"a/{each}" for each in range(SIDECARS))]
    for wrong in (
        {"kind": "picture"}, {"kind": "sound", "width": 5}, {"kind": "video", "width": 16_385, "height": 2},
        {"kind": "sound", "sidecars": sidecars | {"one-more": FILE}},
        {"kind": "sound", "sidecars": {"A": FILE}},
        {"kind": "sound", "file": FILE | {"size": 0}}, {"kind": "sound", "file": FILE | {"sha256": "0" * 63}},
        {"kind": "sound", "file": FILE | {"key": "a b"}}, {"kind": "sound", "duration_seconds": -1},
    ):  # fmt: skip
        with pytest.raises(ValidationError):
            RESULT.validate_python(facts | wrong)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "progressed", "percent": 100, "stage": "x", "detail": "y"},
        {"kind": "progressed", "percent": 5, "stage": "Not A Name", "detail": "y"},
        {"kind": "progressed", "percent": 5, "stage": "x", "detail": ""},
        {"kind": "claimed", "worker": ""},
        {"kind": "failed", "code": "Bad Code", "sentence": "x", "retryable": False},
        {"kind": "heartbeat", "sequence": 0},
        {"kind": "heartbeat", "stored": -1},
        {"kind": "heartbeat", "version": 1},
        {"kind": "paused"},
    ],
)
def test_what_is_no_event_is_refused(event: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        JOB_EVENT.validate_python({"sequence": 1} | event)


@pytest.mark.parametrize("prefix", ["videos/x", "/videos/", "../videos/", "vid eos/", "", "./x/"])
def test_an_output_lies_in_a_folder_of_the_store(prefix: str) -> None:
    with pytest.raises(ValidationError):
        OutputTarget(prefix=prefix, main="video.mp4")
    assert OutputTarget(prefix="videos/x/1/", main="video.mp4").key == "videos/x/1/video.mp4"


def test_an_input_has_at_least_a_byte_and_a_whole_digest() -> None:
    for wrong in ({"size": 0}, {"sha256": "0" * 65}, {"sha256": "G" * 64}, {"key": ""}, {"key": "a?b"}):
        with pytest.raises(ValidationError):
            InputObject.model_validate({"key": "a", "size": 1, "sha256": "0" * 64} | wrong)


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


def test_a_beat_holds_a_sentence() -> None:
    assert Beat.model_validate_json(b"{}") == Beat(trouble="")
    for wrong in (b'{"trouble": 5}', b'{"other": ""}', b"[]", b'{"trouble": "' + b"x" * 501 + b'"}'):
        with pytest.raises(ValidationError):
            Beat.model_validate_json(wrong)
    assert {language.value for language in Language} == {
        "en",
        "es",
        "zh",
        "hi",
        "ar",
        "pt",
        "fr",
        "ja",
        "de",
        "ru",
    }
