"""Log lines: JSON, without customers' texts and without secrets."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from renderer.errors import ClipwrightError
from renderer.logs import REDACTED, configure_logs, redact, withheld
from renderer.worker.job.redaction import discreet_sentence
from tests.support.leaks import check_log, plant, searched_logs

TOPIC = "Why my neighbour keeps bees"
TOKEN = "cw_" + "k" * 49


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    with searched_logs():
        made = io.StringIO()
        configure_logs("info", stream=made)
        yield made


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail(topic: str) -> None:
    secret = f"{topic} {TOKEN}"
    try:
        os.environ[secret]
    except KeyError as error:
        raise ClipwrightError("text_too_wide", word=topic) from error


def test_a_traceback_tells_places_and_types_alone(stream: io.StringIO) -> None:
    try:
        fail(TOPIC)
    except ClipwrightError:
        structlog.get_logger().exception("crashed")
        logging.getLogger("library").exception("crashed with %s", TOPIC)
    for line in lines(stream):
        raised, cause = line["exception"]
        assert (raised["type"], raised["code"]) == ("ClipwrightError", "text_too_wide")
        assert cause["type"] == "builtins.KeyError"
        assert raised["at"][-1].endswith(" fail")
        assert "unit/test_logs.py:" in raised["at"][-1]
    assert len(lines(stream)) == 2
    assert TOPIC not in stream.getvalue()
    assert TOKEN not in stream.getvalue()


def test_an_error_of_the_system_tells_its_number(stream: io.StringIO) -> None:
    try:
        Path(f"/nowhere/{TOPIC}").read_bytes()
    except OSError:
        structlog.get_logger().exception("crashed")
    (line,) = lines(stream)
    assert line["exception"][0]["errno"] == "ENOENT"
    assert TOPIC not in stream.getvalue()


@pytest.mark.parametrize(
    ("template", "arguments", "told"),
    [
        ("Task %s received", ("renderer.run_job[1f-2]",), "Task renderer.run_job[1f-2] received"),
        ("took %.2f s of %d", (1.5, 3), "took 1.50 s of 3"),
        ("unknown message: %s", (TOPIC,), f"unknown message: {REDACTED}"),
        ("body %r and %s", ({"topic": TOPIC}, [TOPIC]), f"body '{REDACTED}' and {REDACTED}"),
        ("%(name)s: %(args)s", ({"name": "run", "args": TOPIC},), f"run: {REDACTED}"),
        ("100 %", (), "100 %"),
    ],
)
def test_a_librarys_record_tells_numbers_and_names(
    stream: io.StringIO, template: str, arguments: tuple[object, ...], told: str
) -> None:
    logging.getLogger("celery.anything").warning(template, *arguments)
    (line,) = lines(stream)
    assert (line["logger"], line["level"], line["event"]) == ("celery.anything", "warning", told)
    assert TOPIC not in stream.getvalue()


def test_libraries_debug_records_are_never_written(stream: io.StringIO) -> None:
    configure_logs("debug", foreign=logging.DEBUG, stream=stream)
    logging.getLogger("httpcore").debug("send_request_headers Authorization")
    logging.getLogger("httpx").info("POST https://api.example/")
    assert lines(stream) == []


@given(
    before=st.text(max_size=20),
    after=st.text(max_size=20),
    depth=st.integers(0, 3),
    topic=st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=8, max_size=60),
)
def test_what_is_withheld_is_found_however_deep(before: str, after: str, depth: int, topic: str) -> None:
    value: Any = f"{before}|{topic.strip()}|{after}"
    for _ in range(depth):
        value = {"within": [value, 1]}
    with withheld(topic):
        told = redact(None, "", {"event": value})
    if len(topic.strip()) >= 8:
        assert REDACTED in json.dumps(told)
        assert topic.strip() not in "\n".join(texts(told)).replace(REDACTED, "")
    assert redact(None, "", {"event": value}) == {"event": value}


def texts(value: Any) -> list[str]:
    match value:
        case dict():
            return [text for each in value.values() for text in texts(each)]
        case list():
            return [text for each in value for text in texts(each)]
        case _:
            return [str(value)]


def test_credentials_are_blanked_out_anywhere() -> None:
    event = {
        "a": f"key {TOKEN}",
        "b": [f"Bearer {'x' * 40}"],
        "c": {"url": "amqp://user:word@host:5672//"},
    }
    assert redact(None, "", event) == {
        "a": f"key {REDACTED}",
        "b": [REDACTED],
        "c": {"url": f"amqp://{REDACTED}@host:5672//"},
    }


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("text_too_wide", {"word": TOPIC}),
        ("glyph_missing", {"glyphs": TOPIC}),
        ("provider_reply", {"provider": "chat", "reason": TOPIC}),
        ("pictures_missing", {"scene": 1, "sources": "stock", "phrase": TOPIC}),
    ],
)
def test_a_discreet_sentence_keeps_the_customers_words_out(code: str, facts: dict[str, object]) -> None:
    assert TOPIC not in discreet_sentence(ClipwrightError(code, **facts))
    assert "as told" in discreet_sentence(ClipwrightError("encoder_failed", reason="as told"))


def test_what_nobody_caught_becomes_a_log_line() -> None:
    script = f"""
import threading, warnings
from renderer.logs import configure_logs, log_the_unhandled
configure_logs("info")
log_the_unhandled()
warnings.warn({TOPIC!r})
def crash():
    raise ValueError({TOPIC!r})
thread = threading.Thread(target=crash, name="night")
thread.start()
thread.join()
crash()
"""
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", script], capture_output=True, text=True, check=False
    )
    warned, thread, main = (json.loads(line) for line in done.stderr.splitlines())
    assert (warned["event"], warned["category"]) == ("warned", "UserWarning")
    assert (thread["event"], thread["thread"]) == ("unhandled", "night")
    assert main["exception"][0]["type"] == "builtins.ValueError"
    assert done.returncode == 1
    assert TOPIC not in done.stderr


def test_the_search_finds_what_it_must() -> None:
    def slip() -> None:
        with searched_logs():
            plant(TOPIC)
            structlog.get_logger().info("slip", topic=TOPIC)

    with pytest.raises(AssertionError, match="told in the log"):
        slip()
    with pytest.raises(AssertionError, match="not a JSON object"):
        check_log("Traceback (most recent call last):")


def test_a_record_and_its_line_break_are_one_write() -> None:
    """Otherwise another process or thread that shares the stream could write between them."""

    class Writes(io.StringIO):
        def write(self, text: str) -> int:
            pieces.append(text)
            return len(text)

    pieces: list[str] = []
    configure_logs("info", stream=Writes())
    structlog.get_logger().info("rung", attempt=1)
    logging.getLogger("library").warning("slow")
    configure_logs("info")
    assert len(pieces) == 2
    assert all(json.loads(piece) and piece.endswith("\n") for piece in pieces)
