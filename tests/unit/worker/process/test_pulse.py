"""Beats of a supervised worker: what they say, when it checks itself, and that no listener is awaited."""

from __future__ import annotations

import os
import threading

import pytest

from renderer.contract.beat import Beat
from renderer.worker import pulse
from renderer.worker.pulse import start_pulse


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "BEAT_SECONDS", 0.001)


def beating() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pulse"]


def ended() -> bool:
    """Whether all pulse threads have ended, after waiting for them."""
    for thread in beating():
        thread.join(20)
    return not beating()


def beats(source: int, count: int) -> list[Beat]:
    with os.fdopen(os.dup(source), "rb") as stream:
        return [Beat.model_validate_json(stream.readline()) for _ in range(count)]


@pytest.mark.usefixtures("hurried")
def test_the_first_beat_comes_before_the_first_look() -> None:
    looks: list[int] = []

    def trouble() -> str:
        looks.append(1)
        return f"look {len(looks)}"

    source, sink = os.pipe()
    start_pulse(sink, trouble)
    said = [beat.trouble for beat in beats(source, 8)]
    os.close(source)
    assert ended()
    os.close(sink)
    assert said == ["", "look 1", "look 1", "look 1", "look 2", "look 2", "look 2", "look 3"]


@pytest.mark.usefixtures("hurried")
def test_a_long_sentence_fits_its_message() -> None:
    source, sink = os.pipe()
    start_pulse(sink, lambda: "ж" * 2_000)
    assert [len(beat.trouble) for beat in beats(source, 2)] == [0, 500]
    os.close(source)
    assert ended()
    os.close(sink)


@pytest.mark.usefixtures("hurried")
def test_a_listener_that_is_slow_is_not_waited_for() -> None:
    source, sink = os.pipe()
    looks = threading.Semaphore(0)

    def trouble() -> str:
        looks.release()
        return "x" * 500

    start_pulse(sink, trouble)
    for _ in range(60):  # 180 beats of half a kilobyte do not fit into a pipe
        assert looks.acquire(timeout=20)
    assert beating()
    first = beats(source, 3)
    assert [len(beat.trouble) for beat in first] == [0, 500, 500]
    os.close(source)
    assert ended()
    os.close(sink)


def test_a_descriptor_that_is_none_beats_nobody() -> None:
    start_pulse(-1, lambda: "never asked")
    assert not beating()


@pytest.mark.usefixtures("hurried")
def test_children_do_not_inherit_the_pipe() -> None:
    source, sink = os.pipe()
    os.set_inheritable(sink, True)  # as its supervisor passes it
    start_pulse(sink, lambda: "")
    assert not os.get_inheritable(sink)
    assert not os.get_blocking(sink)
    os.close(source)
    assert ended()
    os.close(sink)
