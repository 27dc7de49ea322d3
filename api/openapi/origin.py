"""The server address and the video id that all examples use."""

from __future__ import annotations

from typing import Final

ORIGIN: Final = "https://video.example"
EXAMPLE_ID: Final = "0f5ad0b6-6a0f-4d52-9c1e-7f3b1d6a2c44"
