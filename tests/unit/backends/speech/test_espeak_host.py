"""The pipe to the espeak helper: frames in both directions, silence, children that die or hang."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.speech.embedded import espeak_host
from renderer.backends.speech.embedded.espeak_host import (
    AT_ONCE,
    frame,
    read_exactly,
    read_frame,
    write_all,
)

HEADERS = st.dictionaries(
    st.text(max_size=5), st.integers() | st.text(max_size=20) | st.booleans(), max_size=4
)


@contextlib.contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    """Both ends of a pipe, either of which the test may have closed already."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with contextlib.suppress(OSError):
            os.close(end)


@given(st.lists(st.tuples(HEADERS, st.binary(max_size=300)), max_size=4))
@settings(max_examples=50, deadline=None)
def test_frames_come_out_as_they_went_in(sent: list[tuple[dict[str, Any], bytes]]) -> None:
    with pipe() as (source, sink):
        write_all(sink, b"".join(frame(header, body) for header, body in sent))
        for header, body in sent:
            assert read_frame(source, 1) == ({**header, "bytes": len(body)}, body)


def test_more_than_a_pipe_holds_goes_through() -> None:
    body = os.urandom(3 << 20)
    with pipe() as (source, sink):
        writer = threading.Thread(target=write_all, args=(sink, frame({"rate": 22_050}, body)))
        writer.start()
        header, found = read_frame(source, 5)
        writer.join()
    assert found == body
    assert header == {"rate": 22_050, "bytes": len(body)}


@pytest.mark.parametrize("kept", [0, 2, 4, 10])
def test_a_side_that_goes_in_the_midst_is_noticed(kept: int) -> None:
    with pipe() as (source, sink):
        write_all(sink, frame({"rate": 1}, b"xy")[:kept])
        os.close(sink)
        with pytest.raises(EOFError):
            read_frame(source, 1)


def test_silence_is_noticed() -> None:
    with pipe() as (source, sink):
        os.write(sink, b"ab")
        with pytest.raises(TimeoutError):
            read_exactly(source, 3, 0.01)


def test_nothing_is_read_of_what_comes_behind() -> None:
    with pipe() as (source, sink):
        os.write(sink, b"abcdef")
        assert read_exactly(source, 0, 0) == b""
        assert read_exactly(source, 4, 1) == b"abcd"
        assert read_exactly(source, 2, 1) == b"ef"


class _Mouth:
    """Stands in for the library: answers each request, in the child forked for it, as the request says."""

    rate = 8_000

    def answer(self, request: dict[str, Any]) -> bytes:
        if request.get("dies"):
            os.kill(os.getpid(), signal.SIGKILL)
        if request.get("hangs"):
            signal.pause()
        if request.get("raises"):
            raise RuntimeError
        return frame({"said": request["text"], "by": os.getpid()}, request["text"].encode() * 2)


def answers(requests: list[dict[str, Any]], timeout: float = 20) -> list[tuple[dict[str, Any], bytes]]:
    mouth: Any = _Mouth()
    with pipe() as (source, sink):
        espeak_host._answer(mouth, {"utterances": requests, "timeout": timeout}, sink)
        return [read_frame(source, 1) for _ in requests]


def test_answers_come_in_order_each_by_a_process_of_its_own() -> None:
    texts = [f"text {n}" for n in range(2 * AT_ONCE + 1)]
    found = answers([{"text": text} for text in texts])
    assert [header["said"] for header, _ in found] == texts
    assert [body.decode() for _, body in found] == [text * 2 for text in texts]
    assert len({header["by"] for header, _ in found} | {os.getpid()}) == len(texts) + 1


@pytest.mark.parametrize("trouble", ["dies", "raises"])
def test_a_child_that_fails_is_one_error_among_answers(trouble: str) -> None:
    found = answers([{"text": "a"}, {"text": "b", trouble: True}, {"text": "c"}])
    assert [header.get("said") for header, _ in found] == ["a", None, "c"]
    assert found[1] == ({"error": "failed", "reason": "the speaking process died", "bytes": 0}, b"")


def test_a_child_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    begin = espeak_host._begun

    def noted(*given: Any) -> Any:
        child = begin(*given)
        begun.append(child.pid)
        return child

    monkeypatch.setattr(espeak_host, "_begun", noted)
    found = answers([{"text": "a", "hangs": True}], timeout=0.05)
    assert found[0][0]["reason"] == "no answer within 0.05 s"
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0], 0)


def test_the_host_serves_until_the_other_side_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espeak_host, "_Library", _Mouth)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pipe() as (requests, ask), pipe() as (replies, sink):
        for text in ("one", "two"):
            write_all(ask, frame({"utterances": [{"text": text}], "timeout": 20}))
        os.close(ask)
        espeak_host.main(requests, sink)
        assert read_frame(replies, 1) == ({"rate": 8_000, "bytes": 0}, b"")
        assert [read_frame(replies, 1)[0]["said"] for _ in range(2)] == ["one", "two"]


@pytest.mark.parametrize("asked", [False, True])
def test_the_host_ends_when_nobody_listens(monkeypatch: pytest.MonkeyPatch, *, asked: bool) -> None:
    monkeypatch.setattr(espeak_host, "_Library", _Mouth)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pipe() as (requests, ask), pipe() as (replies, sink):
        if asked:
            write_all(ask, frame({"utterances": [{"text": "one"}], "timeout": 20}))
        os.close(replies)
        espeak_host.main(requests, sink)
