"""The files that may be asked for beside a film."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file that may be asked for: its field in `links`, what it is, the ending of its file name."""

    link: str
    media_type: str
    suffix: str


ASSETS: Final = {
    "captions.srt": Asset(link="captions_srt", media_type="application/x-subrip", suffix=".srt"),
    "captions.vtt": Asset(link="captions_vtt", media_type="text/vtt", suffix=".vtt"),
    "thumbnail.jpg": Asset(link="thumbnail", media_type="image/jpeg", suffix=".jpg"),
}
"""By the name in the address, which is the sidecar's name in the result."""
