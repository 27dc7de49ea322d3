"""The gallery contains a tile for every painter of every pack."""

from __future__ import annotations

from renderer.contract.vocabulary import StylePack
from renderer.visuals.gallery import gallery_sheet
from renderer.visuals.style_pack_files import load_pack


def test_the_sheet_has_a_picture_for_every_painter() -> None:
    width, height = 36, 64
    sheet = gallery_sheet(width=width, height=height)
    packs = [load_pack(pack) for pack in StylePack]
    row = sheet.shape[0] // len(packs)
    column = width + 8
    assert sheet.shape[1] == column * max(len(pack.painters) for pack in packs)
    for number, pack in enumerate(packs):
        for index in range(len(pack.painters)):
            tile = sheet[number * row : number * row + height, index * column : index * column + width]
            assert tile.std() > 8, (pack.label, pack.painters[index])
