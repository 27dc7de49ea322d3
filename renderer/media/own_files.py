"""How our own MP4s are opened for reading: quickly, as their headers say nearly all."""

from __future__ import annotations

from typing import Final

HEADERS_ALONE: Final = {"protocol_whitelist": "file", "skip_frame": "all"}
"""Options of libav to decode no picture on opening, which takes 30 ms at 1080x1920. The pixel format,
which it learns in no other way, stays unknown."""
PACKETS_ALONE: Final = HEADERS_ALONE | {"probesize": "32"}
"""Options to read no packets on opening, either. The profile of sound stays unknown, too."""
