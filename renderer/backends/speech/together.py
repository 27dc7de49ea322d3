"""Speaks several lines at once and returns them in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line


def spoken_together(
    engine: SpeechEngine, lines: Sequence[Line], *, language: Language, voice: Voice
) -> Iterator[tuple[Line, Speech]]:
    """Each line with its speech, in order; up to `engine.lanes` lines are spoken at a time.

    Raises what the first failing line raises; lines not yet begun are cancelled, those in progress are not
    waited for. Close the iterator to stop early.
    """
    if engine.lanes <= 1:  # lines that cost money are requested one by one
        for line in lines:
            yield line, engine.speak(line, language=language, voice=voice)
        return
    pool = ThreadPoolExecutor(max_workers=max(1, engine.lanes), thread_name_prefix="speech")
    try:
        coming = [pool.submit(engine.speak, line, language=language, voice=voice) for line in lines]
        for line, speech in zip(lines, coming, strict=True):
            yield line, speech.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
