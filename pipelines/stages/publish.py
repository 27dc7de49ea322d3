"""publish: the video and its sidecars reach their place, all whole, the video last."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pipelines import manifest
from pipelines.documents import Publication, RenderedVideo
from pipelines.frames import StoredMedia
from renderer.backends.publishing.base import PublishedFile
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.subtitles import srt, vtt
from renderer.core.words import Narration, Word
from renderer.media.image import save_jpeg
from renderer.media.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.pack import load_pack
from renderer.visuals.thumbnail import compose_thumbnail


def run(context: StageContext) -> Publication:
    """Write the sidecars and hand everything to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    rendered = context.read(RenderedVideo)
    files = (
        PublishedFile(suffix=".mp4", path=context.path(rendered.video), content_type="video/mp4"),
        _json(context, ".manifest.json", _manifest(context)),
        _json(context, ".words.json", [word_entry(word) for word in context.read(Narration).words]),
        _text(context, ".srt", srt(context.read(CaptionTrack)), content_type="application/x-subrip"),
        _text(context, ".vtt", vtt(context.read(CaptionTrack)), content_type="text/vtt"),
        _thumbnail(context),
    )

    def delivered(done: int, total: int) -> None:
        context.advance(done / total, f"stored {done / 1e6:.1f} of {total / 1e6:.1f} MB")

    places = context.ports.publisher.publish(files, delivered=delivered)
    return Publication(places=places, video=rendered.video, duration=rendered.duration)


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


def _manifest(context: StageContext) -> dict[str, Any]:
    rendered, inspection = context.read(RenderedVideo), context.read(Inspection)
    script, narration = context.read(Script), context.read(Narration)
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
        "providers": manifest.providers_section(context.ports, script=script, narration=narration),
        "script": manifest.script_section(script),
        "words": manifest.words_section(narration),
        "pictures": manifest.pictures_section(context.read(Storyboard)),
        "captions": manifest.captions_section(context.read(CaptionTrack)),
        "sound": manifest.sound_section(context.read(Mix)),
        "credits": manifest.credits_section(narration, context.read(Storyboard), context.read(Mix)),
        "stages": manifest.stages_section(context.history),
    }


def _json(context: StageContext, suffix: str, value: object) -> PublishedFile:
    text = json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"
    return _text(context, suffix, text, content_type="application/json")


def _text(context: StageContext, suffix: str, text: str, *, content_type: str) -> PublishedFile:
    path = _scratch(context, suffix)
    path.write_text(text, "utf-8", newline="\n")
    return PublishedFile(suffix=suffix, path=path, content_type=content_type)


def _thumbnail(context: StageContext) -> PublishedFile:
    path = _scratch(context, ".jpg")
    storyboard = context.read(Storyboard)
    picture = compose_thumbnail(
        context.read(Script),
        storyboard,
        pack=load_pack(storyboard.pack),
        width=context.order.frame.width,
        height=context.order.frame.height,
        media=StoredMedia(context.store),
    )
    save_jpeg(picture, path)
    return PublishedFile(suffix=".jpg", path=path, content_type="image/jpeg")


def _scratch(context: StageContext, suffix: str) -> Path:
    return context.scratch / f"sidecar{suffix}"


STAGE: Final = Stage(
    name="publish",
    version=1,
    weight=1,
    needs=(Script, Narration, Storyboard, CaptionTrack, Mix, RenderedVideo, Inspection),
    makes=Publication,
    run=run,
    cached=False,
)
