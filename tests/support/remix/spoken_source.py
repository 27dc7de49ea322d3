"""A synthetic source with a bundled voice, and answers about it as a chat model would give them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line
from tests.support.providers.scripts import SENTENCES
from tests.support.remix.projects import RATE, Composed, Sound, moving, write_source

TEXT = "The sea is very old. It keeps more secrets than the people who sail on it."


def spoken_source(path: Path, *, seconds: float, size: tuple[int, int] = (320, 180), fps: int = 30) -> Path:
    """Write a MOV with speech and a moving picture."""
    pictures = moving(*size, seconds, fps=fps)
    return write_source(path, Composed(pictures=pictures, sound=narration(seconds)))


def narration(seconds: float) -> Sound:
    """Stereo speech of this length: a text repeated, with a second of silence after each repetition."""
    line = build_line(TEXT, id="l", language=Language.EN)
    said = EspeakEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    once = np.concatenate([soxr.resample(said.samples, said.rate, RATE), np.zeros(RATE)])
    return np.repeat(np.resize(once, round(seconds * RATE)).astype(np.float32)[None], 2, axis=0)


def chat_answer(request: dict[str, Any]) -> str:
    """As many lines as were sent: German ones of the allowed length for translations, else the same ones."""
    messages = request["messages"]
    sent = json.loads(messages[1]["content"])["lines"]
    is_german = "German" in messages[0]["content"]
    words = SENTENCES[Language.DE].split()
    lines = [_within(words, line["characters"]) if is_german else line["text"] for line in sent]
    return json.dumps({"lines": lines}, ensure_ascii=False)


def _within(words: list[str], characters: int) -> str:
    """As many of the words as fit, at least one."""
    text = words[0]
    for word in words[1:]:
        if len(text) + 1 + len(word) > characters:
            break
        text = f"{text} {word}"
    return text
