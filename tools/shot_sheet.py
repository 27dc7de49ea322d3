"""Draws every shot of labelled topics with its words below: docs/gallery/shots.webp, to be looked at.

    python -m tools.shot_sheet [fresh]

One row a language, in the packs by turns; `fresh` is a folder of benchmarks/picture_sets.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.support.picture_judge import LabelledTopic, topics
from benchmarks.support.picture_meaning import board_of
from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.vocabulary import StylePack
from renderer.core.storyboard import CameraMove, Shot
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack

TARGET: Final = Path(__file__).parents[1] / "docs" / "gallery" / "shots.webp"
WIDTH, HEIGHT, LABEL = 144, 256, 20
MOST: Final = 8
"""Shots of a topic."""

_WHEN: Final = 0.8
_DARK: Final = 18


def row_of(topic: LabelledTopic, pack: StylePack) -> ByteImage:
    """The first shots of one topic side by side."""
    board, narration = board_of(topic, pack)
    tiles = []
    for shot in board.shots[:MOST]:
        said = [word.text for word in narration.words if shot.span.start <= word.span.start < shot.span.end]
        tiles.append(_tile(shot, pack, " ".join(said), topic))
    blank = np.full_like(tiles[0], _DARK)
    return np.hstack([*tiles, *[blank] * (MOST - len(tiles))])


def _tile(shot: Shot, pack: StylePack, words: str, topic: LabelledTopic) -> ByteImage:
    seconds = float(shot.span.duration)
    frame = allocate(3 * WIDTH, 3 * HEIGHT)
    picture = open_picture(
        shot.picture,
        camera=CameraMove(),
        pack=load_pack(pack),
        width=frame.width,
        height=frame.height,
        duration=seconds,
        media=NoMedia(),
    )
    picture.draw(frame, _WHEN * seconds)
    tile = np.full((HEIGHT + LABEL, WIDTH + 4, 3), _DARK, np.uint8)
    tile[:HEIGHT, :WIDTH] = cv2.resize(planes_to_rgb(frame), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    if words:
        face = LetteringFace.PLAIN
        letters = lettering(words, size=11, face=face, language=topic.language, widest=WIDTH - 4)
        high, wide = letters.shape
        top = HEIGHT + (LABEL - high) // 2
        tile[top : top + high, 2 : 2 + wide] = np.maximum(letters[: tile.shape[0] - top], _DARK)[..., None]
    return tile


def main() -> None:
    """Write the sheet."""
    folder = sys.argv[1] if len(sys.argv) > 1 else "fresh"
    packs = list(StylePack)
    every = [row_of(topic, packs[number % len(packs)]) for number, topic in enumerate(topics(folder))]
    sheet = cv2.cvtColor(np.vstack(every), cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(TARGET), sheet, [cv2.IMWRITE_WEBP_QUALITY, 72])
    print(TARGET.name, sheet.shape, TARGET.stat().st_size)


if __name__ == "__main__":
    main()
