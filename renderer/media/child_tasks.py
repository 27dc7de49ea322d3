"""What the child process of sandbox.py does with a user's file: look at it, or turn it into planar frames."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from renderer.media.clip import Converter, decoded, open_clip, picture_stream
from renderer.media.geometry import ROOM, Box
from renderer.media.magic import HEAD, READABLE, Format, sniff
from renderer.media.planar_file import PlanarFooter, PlanarWriter
from renderer.media.refusal import Refusal
from renderer.media.still import frame_starts, open_still, still_planes, upright_size

Request = dict[str, Any]
Answer = dict[str, Any]

SHORTEST_CLIP: Final = Fraction(1, 2)
"""Anything that moves for less (seconds) is used as a still: its middle frame."""
_LONGEST_LOOK: Final = 600.0


def _probe(request: Request) -> Answer:
    path = Path(request["path"])
    found = _sniffed(path)
    facts = _still_facts(path, found) if found.reader == "still" else _clip_facts(path, found)
    return {"format": found.name, **facts}


def _still_facts(path: Path, found: Format) -> Answer:
    image = open_still(path, found.name)
    width, height = upright_size(image)
    starts = frame_starts(image, _LONGEST_LOOK)
    duration = starts[-1] if len(starts) > 2 else 0.0  # noqa: PLR2004  # one frame and its end
    return {"kind": "clip" if duration else "still", "width": width, "height": height, "duration": duration}


def _clip_facts(path: Path, found: Format) -> Answer:
    with open_clip(path, found.name) as container:
        stream = picture_stream(container)
        _, frame = next(decoded(container, stream, limit=Fraction(1)))
        turned = frame.rotation % 180 != 0
        width, height = (frame.height, frame.width) if turned else (frame.width, frame.height)
        duration = (container.duration or 0) / 1_000_000
    return {"kind": "clip", "width": width, "height": height, "duration": duration}


def _normalise(request: Request) -> Answer:
    path = Path(request["path"])
    found = _sniffed(path)
    write = _write_still if found.reader == "still" else _write_clip
    with PlanarWriter(Path(request["into"])) as writer:
        order = write(path, found, request, writer)
        kind = "still" if Fraction(len(order), request["fps"]) < SHORTEST_CLIP else "clip"
        shown = order if kind == "clip" else order[len(order) // 2 :][:1]
        footer = writer.finish(order=shown, fps=request["fps"])
    return _summary(kind, footer)


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


def _write_clip(path: Path, found: Format, request: Request, writer: PlanarWriter) -> list[int]:
    """Constant rate from any rate: each output frame shows the last source frame not later than itself."""
    fps, limit = request["fps"], Fraction(request["max_seconds"])
    order: list[int] = []
    with open_clip(path, found.name) as container:
        stream = picture_stream(container)
        converter = Converter(stream, _box(request, room=1.0))
        waiting: Any = None
        moment = Fraction(0)
        for moment, frame in decoded(container, stream, limit=limit):
            _show(waiting, int(-(-moment * fps // 1)), order, converter, writer)
            waiting = frame
        end = min(limit, moment + 1 / Fraction(stream.average_rate or fps))
        _show(waiting, max(len(order) + 1, int(end * fps)), order, converter, writer)
    return order


def _show(frame: Any, until: int, order: list[int], converter: Converter, writer: PlanarWriter) -> None:
    """Show `frame` on all output frames before `until` that show nothing yet."""
    count = until - len(order)
    if frame is None or count <= 0:
        return
    order.extend([writer.stored] * count)
    writer.add(converter.planes(frame))


def _box(request: Request, *, room: float) -> Box:
    return Box(width=request["max_width"], height=request["max_height"], room=room)


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


TASKS: Final[dict[str, Callable[[Request], Answer]]] = {"probe": _probe, "normalise": _normalise}
