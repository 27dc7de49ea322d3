"""What the child process of sandbox.py does: a picture becomes planar frames, a video is looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from renderer.core.codec import encode
from renderer.media.sources.file_type import HEAD, READABLE, Format, sniff
from renderer.media.sources.geometry import ROOM, TargetBox
from renderer.media.sources.planar_file import PlanarFooter, PlanarWriter
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.still import frame_starts, open_still, still_planes
from renderer.media.sources.video.facts import SHORTEST_CLIP

Request = dict[str, Any]
Answer = dict[str, Any]


def _normalise(request: Request) -> Answer:
    """Planar frames of a picture; of a video only that it is one."""
    path = Path(request["path"])
    found = _sniffed(path)
    if found.reader == "video":
        return {"kind": "video"}
    with PlanarWriter(Path(request["into"])) as writer:
        order = _write_still(path, found, request, writer)
        footer = writer.finish(order=order, fps=request["fps"])
    return _summary("clip" if len(order) > 1 else "still", footer)


def _survey(request: Request) -> Answer:
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


def _summary(kind: str, footer: PlanarFooter) -> Answer:
    return {"kind": kind, "width": footer.width, "height": footer.height, "frames": len(footer.order)}


def _write_still(path: Path, found: Format, request: Request, writer: PlanarWriter) -> list[int]:
    image = open_still(path, found.name)
    fps, limit = request["fps"], float(request["max_seconds"])
    starts = frame_starts(image, limit)
    count = int(min(limit, starts[-1]) * fps) if len(starts) > 2 else 1  # noqa: PLR2004  # one frame and its end
    moves = Fraction(count, fps) >= SHORTEST_CLIP
    box = _box(request, room=1.0 if moves else ROOM)
    order = [min(bisect_right(starts, n / fps), len(starts) - 1) - 1 for n in range(count)] if moves else [0]
    for number in range(max(order) + 1):
        if number:
            image.seek(number)
        writer.add(still_planes(image, box))
    return order


def _box(request: Request, *, room: float) -> TargetBox:
    return TargetBox(width=request["max_width"], height=request["max_height"], room=room)


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
    from renderer.media.sources.sound_answer import decode_in_child  # noqa: PLC0415  # pulls pydub in, for sound only

    return decode_in_child(request)


TASKS: Final[dict[str, Callable[[Request], Answer]]] = {
    "normalise": _normalise,
    "survey": _survey,
    "remux": _remux,
    "packets": _packets,
    "decode_sound": _decode_sound,
}
