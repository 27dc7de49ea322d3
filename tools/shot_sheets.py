"""Draws the storyboards of the forty labelled topics for viewing, as a sheet for each language and pack.

    python -m tools.shot_sheets [--languages en,ar] [--packs documentary] [--folder topics] [--out FOLDER]

Every shot is a tile: its middle frame with the captions of that moment, and its words below. Word times are
estimated; nothing is spoken or encoded. All forty sheets take two minutes on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zlib import crc32

import cv2
import numpy as np

from benchmarks.support.picture_judge import LabelledTopic, topics
from pipelines.directing import FOCUS
from renderer.captions.layout.caption_box import caption_box
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.captions.showcase.gallery import LANGUAGE_NAMES
from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import nearest_frame
from renderer.core.words import Narration
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import ByteImage
from renderer.rendering.frames import open_frames
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.film.still import painted_still
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of

TARGET: Final = Path(__file__).parents[1] / "docs" / "gallery"
FRAME: Final = FrameSpec(width=432, height=768, fps=30)
TILE_WIDTH, TILE_HEIGHT, LABEL, GAP = 216, 384, 18, 4
ACROSS: Final = 6
QUALITY: Final = 62
TAIL: Final = Fraction(2)
STYLES: Final = (CaptionStyle.TIKTOK, CaptionStyle.MINIMAL, CaptionStyle.ELEGANT, CaptionStyle.HORMOZI)
"""The caption style of each pack, in the order of the packs."""

_DARK: Final = 18


def sheet_of(topic: LabelledTopic, pack: StylePack, style: CaptionStyle) -> ByteImage:
    """All shots of a topic in rows, as an RGB image."""
    narration = narration_of(topic.script)
    board = _board(topic, narration, pack, style)
    track = lay_out(
        narration,
        topic.script,
        style=style,
        position=CaptionPosition.CENTER,
        language=topic.language,
        frame=FRAME,
        safe_area="organic",
    )
    tiles = _tiles(board, track, narration, topic.language, pack)
    blank = np.full_like(tiles[0], _DARK)
    rows = [tiles[start : start + ACROSS] for start in range(0, len(tiles), ACROSS)]
    return np.vstack([np.hstack([*row, *[blank] * (ACROSS - len(row))]) for row in rows])


def _board(topic: LabelledTopic, narration: Narration, pack: StylePack, style: CaptionStyle) -> Storyboard:
    box = caption_box(
        style,
        topic.language,
        position=CaptionPosition.CENTER,
        frame=Frame(width=FRAME.width, height=FRAME.height),
    )
    return direct(
        topic.script,
        narration,
        pack=load_pack(pack),
        seed=crc32(topic.script.title.encode()),
        duration=narration.duration + TAIL,
        focus=FOCUS[CaptionPosition.CENTER],
        captions=box,
        look=painted_still,
        foresee=measured_similarity,
        pace=PACES[topic.mode],
        mode=topic.mode,
        closing=True,
    )


def _tiles(
    board: Storyboard, track: CaptionTrack, narration: Narration, language: Language, pack: StylePack
) -> list[ByteImage]:
    frame = allocate(FRAME.width, FRAME.height)
    tiles = []
    with ExitStack() as opened:
        store = ArtifactStore(open_workspace(Path(opened.enter_context(TemporaryDirectory()))))
        frames = opened.enter_context(
            open_frames(board, track, pack=load_pack(pack), frame=FRAME, store=store)
        )
        for shot in board.shots:
            middle = (shot.span.start + shot.span.end) / 2
            frames.draw(nearest_frame(middle, FRAME.fps), frame)
            tiles.append(_tile(planes_to_rgb(frame), _words(shot, narration), language))
    return tiles


def _words(shot: Shot, narration: Narration) -> str:
    said = (word for word in narration.words if shot.span.start <= word.span.start < shot.span.end)
    return "".join(word.text + (word.gap or "") for word in said).strip()


def _tile(picture: ByteImage, words: str, language: Language) -> ByteImage:
    tile = np.full((TILE_HEIGHT + LABEL, TILE_WIDTH + GAP, 3), _DARK, np.uint8)
    tile[:TILE_HEIGHT, :TILE_WIDTH] = cv2.resize(
        picture, (TILE_WIDTH, TILE_HEIGHT), interpolation=cv2.INTER_AREA
    )
    if words:
        letters = lettering(
            words, size=11, face=LetteringFace.PLAIN, language=language, widest=TILE_WIDTH - 4
        )
        high, wide = letters.shape
        top = TILE_HEIGHT + (LABEL - high) // 2
        tile[top : top + high, 2 : 2 + wide] = np.maximum(letters[: tile.shape[0] - top], _DARK)[..., None]
    return tile


def write(languages: Sequence[Language], packs: Sequence[StylePack], *, folder: str, out: Path) -> None:
    """Write the sheets: one topic of each language in each pack."""
    every = tuple(topics(folder))
    out.mkdir(parents=True, exist_ok=True)
    for language, (place, pack) in product(languages, enumerate(StylePack)):
        own = [topic for topic in every if topic.language is language]
        if pack not in packs:
            continue
        sheet = sheet_of(own[place % len(own)], pack, STYLES[place])
        path = out / f"shots-{language.value}-{pack.value}.webp"
        shown = cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(path), shown, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
        print(path.name, sheet.shape, path.stat().st_size, flush=True)


def page_html() -> str:
    """The page that shows all sheets."""
    sheets = "".join(
        f'<h2 lang="{language.value}">{name}</h2>'
        + "".join(
            f'<img src="shots-{language.value}-{pack.value}.webp" alt="{name}, {pack.value}" loading="lazy">'
            for pack in StylePack
        )
        for language, name in LANGUAGE_NAMES.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Clipwright storyboards</title>'
        '<meta name="viewport" content="width=device-width">'
        "<style>body{background:#12131a;color:#eceef6;font:16px/1.5 system-ui,sans-serif;margin:0 auto;"
        "max-width:1400px;padding:24px}img{width:100%;display:block;margin:0 0 14px}</style>"
        f"<h1>Storyboards: what is shown when</h1>{sheets}</html>\n"
    )


def main() -> None:
    """Draw what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--languages", default=",".join(language.value for language in Language))
    parser.add_argument("--packs", default=",".join(pack.value for pack in StylePack))
    parser.add_argument("--folder", default="topics")
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    write(
        [Language(code) for code in options.languages.split(",")],
        [StylePack(name) for name in options.packs.split(",")],
        folder=options.folder,
        out=options.out,
    )


if __name__ == "__main__":
    main()
