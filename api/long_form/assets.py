"""The files that can be requested beside a film."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file that can be requested: its field in `links`, its media type, its file name suffix."""

    link: str
    media_type: str
    suffix: str


ASSETS: Final = {
    "captions.srt": Asset(link="captions_srt", media_type="application/x-subrip", suffix=".srt"),
    "captions.vtt": Asset(link="captions_vtt", media_type="text/vtt", suffix=".vtt"),
    "thumbnail.jpg": Asset(link="thumbnail", media_type="image/jpeg", suffix=".jpg"),
}
"""By the name in the path, which is the sidecar's name in the result."""
