"""Delivering a video: its sidecars are written, then all files are published whole, the video last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict

from pipelines import described, manifest
from pipelines.documents import DeliveredFile, Publication, RenderedVideo
from renderer.backends.publishing.base import PublishedFile, Publisher
from renderer.backends.writing.said import Said
from renderer.captions.sidecars.cues import cues
from renderer.captions.sidecars.subtitles import srt, vtt
from renderer.composition.checks import findings
from renderer.contract.orders.base import NarratedOrder, OrderDocument
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script, display_text
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration, Word
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.artifacts import file_digest
from renderer.runtime.stage import StageContext

SUFFIXES: Final = {
    "manifest.json": ".manifest.json",
    "words.json": ".words.json",
    "credits.txt": ".credits.txt",
    "captions.srt": ".srt",
    "captions.vtt": ".vtt",
    "thumbnail.jpg": ".jpg",
    "description.txt": ".description.txt",
}
"""Name of a sidecar in the result → what follows the stem of the video's file name where it is delivered."""


def word_files(context: StageContext[NarratedOrder]) -> tuple[PublishedFile, ...]:
    """Every word with its time, and the captions to read beside the video."""
    words, track = context.read(Narration).words, context.read(CaptionTrack)
    shown = cues(track)
    return (
        json_file(context, "words.json", [word_entry(word) for word in words]),
        text_file(context, "captions.srt", srt(shown), media_type="application/x-subrip"),
        text_file(context, "captions.vtt", vtt(shown, track.language), media_type="text/vtt"),
    )


def delivered_files(context: StageContext[NarratedOrder], *sidecars: PublishedFile) -> Publication:
    """The video and its sidecars, handed to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    rendered = context.read(RenderedVideo)
    video = context.path(rendered.video)
    main = PublishedFile(name="video.mp4", suffix=".mp4", path=video, media_type="video/mp4")
    files = (main, *sidecars)

    def delivered(done: int, total: int) -> None:
        context.advance(done / total, f"stored {done / 1e6:.1f} of {total / 1e6:.1f} MB")

    places = context.engine(Publisher).publish(files, delivered=delivered)
    digests = (rendered.video, *(file_digest(sidecar.path) for sidecar in sidecars))
    return Publication(
        files=tuple(map(_delivered, files, places, digests)),
        duration=rendered.duration,
        width=rendered.plan.width,
        height=rendered.plan.height,
    )


def _delivered(file: PublishedFile, place: str, digest: str) -> DeliveredFile:
    return DeliveredFile(
        name=file.name,
        place=place,
        size=file.path.stat().st_size,
        sha256=digest,
        media_type=file.media_type,
    )


def word_entry(word: Word) -> dict[str, Any]:
    """One entry of NAME.words.json; times in seconds."""
    return {
        "text": word.text,
        "start": round(float(word.span.start), 6),
        "end": round(float(word.span.end), 6),
        "line": word.line,
        "confidence": round(word.confidence, 3),
        "source": word.source,
    }


def manifest_of(context: StageContext[NarratedOrder]) -> dict[str, Any]:
    """The manifest: what the video is made of."""
    rendered, inspection = context.read(RenderedVideo), context.read(Inspection)
    script, narration = context.read(Script), context.read(Narration)
    storyboard = context.read(Storyboard)
    return {
        "schema": manifest.SCHEMA,
        "clipwright": manifest.program_version(),
        "order": manifest.order_section(context.order),
        "video": {
            "sha256": rendered.video,
            "duration_seconds": round(float(rendered.duration), 6),
            "frames": rendered.plan.frame_count,
            "encoder": asdict(rendered.plan.encoder),
            "inspection": asdict(inspection),
        },
        "providers": manifest.providers_section(
            context.capabilities, script=script, narration=narration, storyboard=storyboard
        ),
        "script": manifest.script_section(script, findings=_findings(context)),
        "description": _description(context),
        "words": manifest.words_section(narration),
        "pictures": manifest.pictures_section(storyboard),
        "captions": manifest.captions_section(context.read(CaptionTrack), inspection),
        "sound": manifest.sound_section(context.read(Mix)),
        "credits": credit_lines(context),
        "stages": manifest.stages_section(context.history),
    }


def credit_lines(context: StageContext[NarratedOrder]) -> list[str]:
    """Whom to name when the video is shown."""
    return manifest.credits_section(
        context.read(Script), context.read(Narration), context.read(Storyboard), context.read(Mix)
    )


def credits_file(context: StageContext[NarratedOrder]) -> PublishedFile:
    """The credits as a sidecar, with the licences of the script's sources."""
    text = described.credits_text(context.read(Script), credit_lines(context))
    return text_file(context, "credits.txt", text, media_type="text/plain")


def _description(context: StageContext[NarratedOrder]) -> str:
    """The text to put below the video when it is shown."""
    lines = credit_lines(context)
    return described.description(context.read(Script), lines, mode=context.order.settings.video_mode)


def _findings(context: StageContext[NarratedOrder]) -> tuple[str, ...]:
    """What the checks noticed; the script is remembered, to compare later ones with it."""
    script, said = context.read(Script), context.engine(Said)
    lines = tuple(display_text(line) for line in script.lines)
    said_before = said.shared(lines, key=described.script_key(script))
    said.remember(lines, key=described.script_key(script))
    seconds = float(context.read(RenderedVideo).duration)
    return findings(script, topic=context.order.about, seconds=seconds, said_before=said_before)


def json_file(context: StageContext[OrderDocument], name: str, value: object) -> PublishedFile:
    """A sidecar in JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"
    return text_file(context, name, text, media_type="application/json")


def text_file(
    context: StageContext[OrderDocument], name: str, text: str, *, media_type: str
) -> PublishedFile:
    """A sidecar of text."""
    path = context.scratch / name
    path.write_text(text, "utf-8", newline="\n")
    return _sidecar(name, path, media_type=media_type)


def _sidecar(name: str, path: Path, *, media_type: str) -> PublishedFile:
    return PublishedFile(name=name, suffix=SUFFIXES[name], path=path, media_type=media_type)


def thumbnail_file(path: Path) -> PublishedFile:
    """A thumbnail that was drawn before, as a sidecar (JPEG)."""
    return _sidecar("thumbnail.jpg", path, media_type="image/jpeg")
