"""The tasks of the child process of sandbox.py: normalising pictures, surveying videos, and more.

Each task imports what it needs when it is called: a child does a single task, and starts in half the time
without the libraries of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from renderer.media.sources.file_type import HEAD, READABLE, Format, sniff
from renderer.media.sources.refusal import Refusal

Request = dict[str, Any]
Answer = dict[str, Any]


def _normalise(request: Request) -> Answer:
    """Write the planar frames of a picture; for a video, only report that it is one."""
    path = Path(request["path"])
    found = _sniffed(path)
    if found.reader == "video":
        return {"kind": "video"}
    from renderer.media.sources.still_answer import normalised  # noqa: PLC0415  # numpy, OpenCV and Pillow

    return normalised(path, found.name, request)


def _survey(request: Request) -> Answer:
    from renderer.core.codec import encode  # noqa: PLC0415  # msgspec
    from renderer.media.sources.video.survey import survey  # noqa: PLC0415  # pulls PyAV in, for videos only

    path = Path(request["path"])
    found = _sniffed(path)
    if found.reader != "video":
        raise Refusal("no_picture")
    facts = survey(path, found.name, limit=Fraction(request["max_seconds"]))
    return {"facts": encode(facts).decode()}


def _remux(request: Request) -> Answer:
    from renderer.media.sources.video.remux import remux  # noqa: PLC0415  # pulls PyAV in, for videos only

    path = Path(request["path"])
    return remux(
        path,
        _sniffed(path).name,
        sound=Path(request["sound"]),
        into=Path(request["into"]),
        origin=Fraction(request["origin"]),
    )


def _packets(request: Request) -> Answer:
    from renderer.media.sources.video.remux import packets_digest  # noqa: PLC0415  # same

    path = Path(request["path"])
    return packets_digest(path, _sniffed(path).name)


def _frame_table(request: Request) -> Answer:
    from renderer.media.sources.video.splice import frame_table  # noqa: PLC0415  # same

    path = Path(request["path"])
    found = frame_table(path, _sniffed(path).name)
    return {
        "ticks": found.ticks,
        "base": str(found.base),
        "borders": found.borders,
        "ends": found.ends,
        "delay": found.delay,
        "free_number": found.sets.free_number,
    }


def _splice(request: Request) -> Answer:
    """Splice, and report the packets copied and those found when reading the file back."""
    from renderer.media.sources.video.splice import ExchangedPart, copied_digest, splice  # noqa: PLC0415  # same

    path, into = Path(request["path"]), Path(request["into"])
    parts = [ExchangedPart(first=first, stop=stop, path=Path(part)) for first, stop, part in request["parts"]]
    copied = splice(path, _sniffed(path).name, parts=parts, sound=Path(request["sound"]), into=into)
    return {"copied": copied, "found": copied_digest(into, _sniffed(into).name, parts=parts)}


def _sniffed(path: Path) -> Format:
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise Refusal("not_a_file") from error
    if not head:
        raise Refusal("empty")
    found = sniff(head)
    if not found.reader:
        raise Refusal("heic" if found.name == "HEIC" else "unknown_format", readable=READABLE)
    return found


def _decode_sound(request: Request) -> Answer:
    from renderer.media.sources.sound_answer import decode_in_child  # noqa: PLC0415  # loads pydub

    return decode_in_child(request)


TASKS: Final[dict[str, Callable[[Request], Answer]]] = {
    "normalise": _normalise,
    "survey": _survey,
    "remux": _remux,
    "packets": _packets,
    "frame_table": _frame_table,
    "splice": _splice,
    "decode_sound": _decode_sound,
}
