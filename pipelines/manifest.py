"""The manifest: what this video is made of, by whom and why, and what was measured on it.

Contains no path of the machine, no secret, and no address except those of public sources. Written beside the
video as NAME.manifest.json.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from importlib import metadata
from typing import Any, Final

from msgspec.structs import asdict

from renderer.backends.imagery.base import PictureFinder
from renderer.contract.orders.base import NarratedOrder
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import ChosenEncoder
from renderer.core.mix import Mix
from renderer.core.picture_spec import PainterSpec, artwork_of, media_of, painter_of
from renderer.core.script import Script, display_text
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.words import Narration
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.progress import StageReport
from renderer.visuals.direction.credits import PICTURE_CREDIT, artwork_credits

SCHEMA: Final = "Manifest.1"

VOICE_CREDITS: Final[dict[str, str]] = {
    "kokoro": "Voice: Kokoro-82M by hexgrad, Apache-2.0",
    "hibari": "Voice: Hibari by Maureese Williams, Apache-2.0",
    "openjtalk": "Voice “Mei”: Nagoya Institute of Technology, MMDAgent Project Team, CC BY 3.0",
}
PAINTERS: Final = "painters"
ARTWORK_CREDIT: Final = "Artwork: Fluent Emoji by Microsoft, MIT; circle-flags by HatScripts, MIT"


def order_section(order: NarratedOrder) -> dict[str, Any]:
    """What was ordered; of a script only its length, of a media folder only whether there was one."""
    return {
        "topic": order.about,
        "script_characters": len(order.script),
        "facts_characters": len(order.facts),
        "own_media": bool(order.media_dir),
        "seed": order.seed,
        "settings": order.settings.model_dump(mode="json"),
        "frame": order.frame.model_dump(mode="json"),
        "safe_area": order.safe_area,
    }


def providers_section(
    capabilities: CapabilitySet, *, script: Script, narration: Narration, storyboard: Storyboard
) -> dict[str, Any]:
    """Which engine did what, and in which version."""
    encoder = capabilities.engine(ChosenEncoder)
    return {
        "writing": {"name": script.source, "fingerprint": script.engine},
        "speech": {"name": narration.speaker, "fingerprint": narration.engine},
        "alignment": dict(Counter(word.source for word in narration.words)),
        "pictures": {
            "name": ", ".join(makers_by_time(storyboard)),
            "fingerprint": capabilities.engine(PictureFinder).fingerprint,
        },
        "notes": [*script.notes, *narration.notes],
        "encoder": {"name": encoder.profile.codec, "reason": encoder.reason},
    }


def makers_by_time(storyboard: Storyboard) -> list[str]:
    """Who made the pictures that are shown, those longest on screen first."""
    seconds: defaultdict[str, Fraction] = defaultdict(Fraction)
    for shot in storyboard.shots:
        seconds[maker_of(shot, storyboard)] += shot.span.end - shot.span.start
    return sorted(seconds, key=lambda maker: (-seconds[maker], maker))


def maker_of(shot: Shot, storyboard: Storyboard) -> str:
    """Where a shot's picture comes from: `PAINTERS`, the user's folder or a provider."""
    return storyboard.makers.get(media_of(shot.picture), PAINTERS)


def words_section(narration: Narration) -> dict[str, Any]:
    """How many words, and how sure their times are."""
    confidences = [word.confidence for word in narration.words]
    return {
        "count": len(confidences),
        "lowest_confidence": round(min(confidences, default=0.0), 3),
        "mean_confidence": round(sum(confidences) / max(1, len(confidences)), 3),
    }


def script_section(script: Script, *, findings: Sequence[str] = ()) -> dict[str, Any]:
    """The text as shown, what it rests on, and what the checks noticed; `rests_on` counts from 0."""
    return {
        "title": script.title,
        "source": script.source,
        "language": script.language,
        "grounded": bool(script.sources),
        "share_alike": any(source.is_share_alike for source in script.sources),
        "sources": [asdict(source) for source in script.sources],
        "findings": list(findings),
        "scenes": [
            {
                "id": scene.id,
                "role": scene.role,
                "lines": [display_text(line) for line in scene.lines],
                "rests_on": [list(line.sources) for line in scene.lines],
            }
            for scene in script.scenes
        ],
    }


def pictures_section(storyboard: Storyboard) -> dict[str, Any]:
    """Each shot: when, which painter or media, by whom, with which artwork."""
    return {
        "pack": storyboard.pack,
        "notes": list(storyboard.notes),
        "shots": [
            {
                "start": round(float(shot.span.start), 3),
                "end": round(float(shot.span.end), 3),
                "painter": painter_of(shot.picture),
                "words": list(shot.picture.words if isinstance(shot.picture, PainterSpec) else ()),
                "artwork": list(artwork_of(shot.picture)),
                "media": media_of(shot.picture),
                "by": maker_of(shot, storyboard),
                "transition": shot.transition.kind,
            }
            for shot in storyboard.shots
        ],
    }


def captions_section(track: CaptionTrack, inspection: Inspection) -> dict[str, Any]:
    """Style, pages and contrast (WCAG ratio), measured on decoded frames for words in each state."""
    return {
        "style": track.style,
        "position": track.position,
        "pages": len(track.pages),
        "lowest_contrast": min(inspection.caption_contrast.values(), default=0.0),
        "contrast": inspection.caption_contrast,
        "contrast_foreseen": [round(page.contrast, 2) for page in track.pages],
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


def credits_section(script: Script, narration: Narration, storyboard: Storyboard, mix: Mix) -> list[str]:
    """Whom to name when the video is shown, as the licences of what went into it require."""
    told = [f"Text: {source.credit}" for source in script.sources if source.licence]
    voices = sorted({word.source for word in narration.words} & set(VOICE_CREDITS))
    drawn = any(artwork_of(shot.picture) for shot in storyboard.shots)
    found = [note for note in storyboard.notes if note.startswith(PICTURE_CREDIT)]
    artwork = [*[ARTWORK_CREDIT] * drawn, *artwork_credits(storyboard), *found]
    return [*told, *(VOICE_CREDITS[voice] for voice in voices), *artwork, *mix.credits]


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
