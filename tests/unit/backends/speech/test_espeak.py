"""The espeak helper process: isolation, restart, bounded time, exact word times."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded import espeak_host
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.espeak_process import Asked, EspeakError, EspeakProcess
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line
from renderer.worker.job.interruption import interruptible

LINE = build_line("One of the best stories, and it is true.", id="s2.l3", language=Language.EN)
LONG = build_line("word and word, " * 3000, id="s2.l4", language=Language.EN)


def speak(engine: EspeakEngine) -> Speech:
    return engine.speak(LINE, language=Language.EN, voice=Voice.WARM_STORYTELLER)


def asked(text: str, *, voice: str = "en-us") -> Asked:
    return Asked(text=text, voice=voice, rate=150, pitch=50, range=50)


def test_texts_spoken_side_by_side_sound_as_they_do_alone() -> None:
    process = EspeakProcess()
    arms = [asked(f"{count} arms") for count in range(5)]
    wanted = [asked("Three hearts."), asked("Drei Herzen.", voice="de"), *arms]
    together = process.speak_all(wanted, timeout=5)
    alone = [process.speak(one, timeout=5) for one in wanted]
    assert [said.samples.tobytes() for said in together] == [said.samples.tobytes() for said in alone]
    assert [said.words for said in together] == [said.words for said in alone]
    process.close()


def test_one_bad_text_among_several_leaves_the_pipe_in_step() -> None:
    process = EspeakProcess()
    before = process.speak(asked("One."), timeout=5).samples
    with pytest.raises(LookupError, match="xx-none"):
        process.speak_all([asked("One."), asked("Two.", voice="xx-none"), asked("Three.")], timeout=5)
    assert np.array_equal(process.speak(asked("One."), timeout=5).samples, before)
    process.close()


def test_an_interrupted_request_leaves_no_answer_for_the_next_one() -> None:
    """A cancelled job may be interrupted anywhere; the next one on the worker must get its own lines."""
    process = EspeakProcess()
    before = process.speak(asked("One."), timeout=5).samples
    with pytest.raises(ClipwrightError) as caught, interruptible(lambda: True):
        process.speak_all([asked("word and word, " * 40)] * 400, timeout=30)
    assert caught.value.code == "cancelled"
    assert np.array_equal(process.speak(asked("One."), timeout=5).samples, before)
    process.close()


def test_the_library_is_never_mapped_into_our_own_process() -> None:
    """Compares counts, because a neural engine that another test loaded may have mapped its own library."""
    before = mapped()
    speak(EspeakEngine())
    assert mapped() == before


def mapped() -> int:
    return Path("/proc/self/maps").read_text(encoding="utf-8").count("libespeak-ng")


def test_a_killed_helper_fails_one_line_retryably_and_the_next_one_speaks() -> None:
    engine = EspeakEngine(process=EspeakProcess())
    before = speak(engine).samples
    helper = engine.process._helper
    assert helper is not None
    os.kill(helper.pid, signal.SIGKILL)
    os.waitpid(helper.pid, 0)
    with pytest.raises(ClipwrightError) as caught:
        speak(engine)
    assert caught.value.code == "speech_failed"
    assert caught.value.spec.retryable
    assert "s2.l3" in caught.value.sentence
    assert np.array_equal(speak(engine).samples, before)
    engine.process.close()


def test_a_helper_that_is_started_early_is_the_one_that_speaks() -> None:
    process = EspeakProcess()
    process.start()
    helper = process._helper
    process.start()
    said = process.speak(asked("One."), timeout=5)
    assert len(said.samples)
    assert process._helper is helper
    process.close()
    assert np.array_equal(process.speak(asked("One."), timeout=5).samples, said.samples)
    process.close()


def test_a_helper_that_dies_before_its_first_word_is_named_then_and_started_again() -> None:
    process = EspeakProcess()
    process.start()
    assert process._helper is not None
    os.kill(process._helper.pid, signal.SIGKILL)
    with pytest.raises(EspeakError, match="did not start"):
        process.speak(asked("One."), timeout=5)
    assert len(process.speak(asked("One."), timeout=5).samples)
    process.close()


def test_who_starts_it_does_not_wait_for_who_uses_it() -> None:
    process = EspeakProcess()
    with process._lock:
        process.start()
    assert process._helper is None


def test_interrupted_before_it_is_ready_it_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_source: int, _timeout: float | None) -> None:
        raise ClipwrightError("cancelled")

    process = EspeakProcess()
    process.start()
    before = process._helper
    with monkeypatch.context() as patched:
        patched.setattr(espeak_host, "read_frame", interrupted)
        with pytest.raises(ClipwrightError, match="cancel"):
            process.speak(asked("One."), timeout=5)
    assert process._helper is None
    assert len(process.speak(asked("One."), timeout=5).samples)
    assert process._helper != before
    process.close()


def test_a_line_that_takes_too_long_is_given_up_and_the_helper_lives_on() -> None:
    engine = EspeakEngine(process=EspeakProcess(), timeout=0.001)
    with pytest.raises(ClipwrightError, match="no answer within"):
        engine.speak(LONG, language=Language.EN, voice=Voice.WARM_CALM)
    helper = engine.process._helper
    assert len(speak(EspeakEngine(process=engine.process)).spans) == len(LINE.tokens)
    assert engine.process._helper is helper
    engine.process.close()


def test_threads_share_one_helper_and_get_the_same_sound() -> None:
    engine = EspeakEngine()
    sounds: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: sounds.append(speak(engine).samples.tobytes())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sounds) == 4
    assert len(set(sounds)) == 1


def _speak_to(sink: multiprocessing.connection.Connection, engine: EspeakEngine) -> None:
    sink.send_bytes(speak(engine).samples.tobytes())


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_worker_starts_its_own_helper() -> None:
    engine = EspeakEngine(process=EspeakProcess())
    here = speak(engine).samples.tobytes()
    source, sink = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.get_context("fork").Process(target=_speak_to, args=(sink, engine), daemon=True)
    worker.start()
    assert source.poll(30)
    assert source.recv_bytes() == here
    worker.join()
    assert speak(engine).samples.tobytes() == here
    engine.process.close()


def test_an_unknown_espeak_voice_is_named() -> None:
    with pytest.raises(LookupError, match="xx-none"):
        EspeakProcess().speak(asked("hi", voice="xx-none"), timeout=5)


def test_a_helper_that_cannot_start_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    process = EspeakProcess()
    process.start()
    with pytest.raises(EspeakError, match="espeakng-loader"):
        process.speak(asked("hi"), timeout=5)


def test_a_program_that_is_not_there_stops_nobody_before_something_is_to_be_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    process = EspeakProcess()
    process.start()
    with pytest.raises(OSError, match="nowhere"):
        process.speak(asked("hi"), timeout=5)


def test_a_helper_for_which_too_many_files_are_open_leaves_none_open(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, made = os.pipe, list[tuple[int, int]]()

    def one_pipe() -> tuple[int, int]:
        if made:
            raise OSError(errno.EMFILE, "Too many open files")
        made.append(pipe())
        return made[0]

    monkeypatch.setattr(os, "pipe", one_pipe)
    before = sorted(Path("/proc/self/fd").iterdir())
    with pytest.raises(OSError, match="Too many"):
        EspeakProcess().speak(asked("hi"), timeout=5)
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_words_lie_where_their_sound_is() -> None:
    line = build_line("Stop. Stop. Stop.", id="s1.l1", language=Language.EN)
    speech = EspeakEngine().speak(line, language=Language.EN, voice=Voice.BRIGHT_EXPLAINER)
    loud = np.abs(speech.samples) > 0.05 * np.abs(speech.samples).max()
    inside = np.zeros(len(loud), bool)
    for span in speech.spans:
        inside[span.start : span.end] = True
        assert loud[span.start : span.end].mean() > 0.3
        assert (span.end - span.start) / speech.rate < 0.6
    assert loud[~inside].mean() < 0.02
    assert all(span.confidence == 1.0 for span in speech.spans)


def test_merged_words_share_their_stretch_with_less_confidence() -> None:
    speech = speak(EspeakEngine())
    shared = [span.confidence < 1.0 for span in speech.spans]
    assert any(shared)
    assert not all(shared)
