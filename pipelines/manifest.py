"""The manifest: what this video is made of, by whom and why, and what was measured on it.

Holds no path of the machine, no secret, no address. Written beside the video as NAME.manifest.json.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any, Final

from renderer.contract.order import ShortOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script, display_text
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.ports import Ports
from renderer.runtime.progress import StageReport

SCHEMA: Final = "Manifest.1"

VOICE_CREDITS: Final[dict[str, str]] = {
    "openjtalk": "Voice “Mei”: Nagoya Institute of Technology, MMDAgent Project Team, CC BY 3.0",
}
ARTWORK_CREDIT: Final = "Artwork: Fluent Emoji by Microsoft, MIT; circle-flags by HatScripts, MIT"


def order_section(order: ShortOrder) -> dict[str, Any]:
    """What was asked for; of a script only its length, of a media folder only that there was one."""
    return {
        "topic": order.topic,
        "script_characters": len(order.script),
        "own_media": bool(order.media_dir),
        "seed": order.seed,
        "settings": order.settings.model_dump(mode="json"),
        "frame": order.frame.model_dump(mode="json"),
        "safe_area": order.safe_area,
    }


def providers_section(ports: Ports, *, script: Script, narration: Narration) -> dict[str, Any]:
    """Which engine did what, in its own version."""
    return {
        "writing": {"name": script.source, "fingerprint": ports.writer.fingerprint},
        "speech": {"name": narration.speaker, "fingerprint": narration.engine},
        "alignment": dict(Counter(word.source for word in narration.words)),
        "pictures": {"name": ports.pictures.name, "fingerprint": ports.pictures.fingerprint},
        "notes": [*script.notes, *narration.notes],
        "encoder": {"name": ports.encoder.codec, "reason": ports.encoder_reason},
    }


def words_section(narration: Narration) -> dict[str, Any]:
    """How many words, and how sure their times are."""
    confidences = [word.confidence for word in narration.words]
    return {
        "count": len(confidences),
        "lowest_confidence": round(min(confidences, default=0.0), 3),
        "mean_confidence": round(sum(confidences) / max(1, len(confidences)), 3),
    }


def script_section(script: Script) -> dict[str, Any]:
    """The text as shown."""
    return {
        "title": script.title,
        "source": script.source,
        "language": script.language,
        "scenes": [
            {"id": scene.id, "role": scene.role, "lines": [display_text(line) for line in scene.lines]}
            for scene in script.scenes
        ],
    }


def pictures_section(storyboard: Storyboard) -> dict[str, Any]:
    """Each shot: when, which painter or media, with which artwork."""
    return {
        "pack": storyboard.pack,
        "notes": list(storyboard.notes),
        "shots": [
            {
                "start": round(float(shot.span.start), 3),
                "end": round(float(shot.span.end), 3),
                "painter": shot.picture.painter,
                "words": list(shot.picture.words),
                "artwork": list(shot.picture.artwork),
                "media": shot.picture.media,
                "transition": shot.transition.kind,
            }
            for shot in storyboard.shots
        ],
    }


def captions_section(track: CaptionTrack) -> dict[str, Any]:
    """Style, pages and their measured contrast (WCAG ratio)."""
    return {
        "style": track.style,
        "position": track.position,
        "pages": len(track.pages),
        "lowest_contrast": round(min((page.contrast for page in track.pages), default=0.0), 2),
        "contrast": [round(page.contrast, 2) for page in track.pages],
        "scrim": [round(page.scrim, 2) for page in track.pages],
        "notes": list(track.notes),
    }


def sound_section(mix: Mix) -> dict[str, Any]:
    """Stems and the master's loudness (LUFS) and true peak (dBTP)."""
    return {
        "tracks": [track.name for track in mix.tracks],
        "loudness_lufs": round(mix.loudness_lufs, 2),
        "true_peak_dbtp": round(mix.true_peak_dbtp, 2),
    }


def credits_section(narration: Narration, storyboard: Storyboard, mix: Mix) -> list[str]:
    """Whom to name when the video is shown: the licences of what went into it ask for it."""
    voices = sorted({word.source for word in narration.words} & set(VOICE_CREDITS))
    drawn = any(shot.picture.artwork for shot in storyboard.shots)
    return [*(VOICE_CREDITS[voice] for voice in voices), *[ARTWORK_CREDIT] * drawn, *mix.credits]


def stages_section(history: Sequence[StageReport]) -> list[dict[str, Any]]:
    """How each stage went."""
    return [
        {
            "name": report.name,
            "version": report.version,
            "key": report.key,
            "document": report.document,
            "seconds": round(report.seconds, 3),
            "cached": report.cached,
        }
        for report in history
    ]


def program_version() -> str:
    """The installed version of Clipwright."""
    try:
        return metadata.version("clipwright")
    except metadata.PackageNotFoundError:
        return "uninstalled"
