"""A painted layer prepared for filming, as a value."""

from __future__ import annotations

from msgspec import Struct

from renderer.painters.layered_picture import ByteImage, Layer


class Cel(Struct, frozen=True, eq=False, kw_only=True):
    """A prepared layer: premultiplied planes with their cover (alpha), cropped to what can be seen.

    `luma`: (height, width, 4) of Y, cover, reveal map and an unused channel; `chroma`: half that size, of U,
    V, cover and reveal map. Interleaving lets a turning cel read and weigh all channels of a pixel at once.
    The outermost pixels are transparent. `offset_x`, `offset_y`: the crop's corner in image pixels; `reach`:
    no visible pixel is farther from the anchor. `cover`: maximum cover of any pixel, in [0, 1].
    """

    luma: ByteImage
    chroma: ByteImage
    offset_x: int
    offset_y: int
    reach: float
    cover: float
    layer: Layer
