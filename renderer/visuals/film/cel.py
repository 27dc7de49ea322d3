"""A painted layer made ready to be filmed, as a value."""

from __future__ import annotations

from msgspec import Struct

from renderer.painters.layered_picture import ByteImage, Layer


class Cel(Struct, frozen=True, eq=False, kw_only=True):
    """A layer made ready: premultiplied planes with their cover (alpha), cropped to what can be seen.

    `luma`: (height, width, 4) of Y, cover, reveal map and nothing; `chroma`: half of that, of U, V, cover and
    reveal map. Interleaved, a pixel's channels are found and weighed at once where a cel turns. The outermost
    pixels are transparent. `offset_x`, `offset_y`: the crop's corner in image pixels; `reach`: no visible
    pixel lies farther from the anchor. `cover`: of the pixel that covers most, in [0, 1].
    """

    luma: ByteImage
    chroma: ByteImage
    offset_x: int
    offset_y: int
    reach: float
    cover: float
    layer: Layer
