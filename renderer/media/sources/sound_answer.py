"""Decodes sound sent by a server, with pydub in a bounded child process."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from renderer.errors import ClipwrightError
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.sandbox import SandboxLimits, ask_child
from renderer.media.sources.video.decoder import decoder_program

SOUND_LIMITS: Final = SandboxLimits(memory=2 << 30, seconds=30, file_bytes=256 << 20)
_CONTAINERS: Final = {"mp3": "mp3", "aac": "aac", "flac": "flac", "opus": "ogg"}
_SIXTEEN_BITS: Final = 32768.0


def decode_sound(body: bytes, *, kind: str, longest_seconds: float) -> tuple[npt.NDArray[np.float32], int]:
    """Mono samples in [-1, 1], at most `longest_seconds` plus one second of them, and their rate in hertz.

    `kind` is "mp3", "aac", "flac" or "opus".

    Raises:
        ValueError: the bytes are not such sound, or take too much time or memory; the text says which.
    """
    with tempfile.TemporaryDirectory(prefix="clipwright-") as folder:
        coded, plain = Path(folder, "coded"), Path(folder, "plain")
        coded.write_bytes(body)
        try:
            answer = ask_child(
                "decode_sound",
                coded,
                SOUND_LIMITS,
                into=str(plain),
                kind=kind,
                seconds=longest_seconds + 1,
                converter=decoder_program(),
            )
        except ClipwrightError as error:
            raise ValueError(error.facts.get("reason", error.sentence)) from error
        return np.fromfile(plain, "<f4").astype(np.float32), int(answer["rate"])


def decode_in_child(request: dict[str, Any]) -> dict[str, Any]:
    """Decode in the child: pydub pipes the bytes to ffmpeg and names the only demuxer and decoder allowed."""
    from pydub import AudioSegment  # noqa: PLC0415  # loaded in the child only
    from pydub.exceptions import CouldntDecodeError  # noqa: PLC0415  # same

    AudioSegment.converter = request["converter"]
    kind = request["kind"]
    try:
        with Path(request["path"]).open("rb") as coded:
            sound = AudioSegment.from_file(
                coded, format=_CONTAINERS[kind], codec=kind, duration=request["seconds"]
            )
    except (CouldntDecodeError, ValueError, IndexError) as error:
        raise Refusal("no_sound", kind=kind.upper()) from error
    values = np.array(sound.set_sample_width(2).get_array_of_samples(), np.float32) / _SIXTEEN_BITS
    mono = values.reshape(-1, sound.channels).mean(axis=1)
    mono.astype("<f4").tofile(request["into"])
    return {"rate": sound.frame_rate}
