"""Reads captions with independent software: tesseract on finished frames, and on a control text.

The control is the same text in the same face, plain black on white, shaped and drawn by other code (Pillow
with libraqm), so that any difference between the two is due to the caption engine.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from renderer.captions.drawing.styled_page import PageFacts, StyledPage, styled_page
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering import CaptionLettering, cased
from renderer.captions.layout.lettering_faces import choice_for, lettering
from renderer.captions.layout.page_geometry import PlacedWord
from renderer.captions.layout.safe_area import Frame
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import first_frame
from renderer.text.languages import is_rtl
from renderer.text.typesetting.catalogue import catalogue
from tests.support.captions import FPS, Rgb, flat, screen, track_of, words_of

Grey = npt.NDArray[np.uint8]

FULL = Frame(width=1080, height=1920)
GROUND = (24, 26, 34)
MODELS = {
    Language.EN: "eng",
    Language.ES: "spa",
    Language.PT: "por",
    Language.FR: "fra",
    Language.DE: "deu",
    Language.RU: "rus",
    Language.AR: "ara",
    Language.HI: "hin",
    Language.ZH: "chi_sim",
    Language.JA: "jpn",
}
APART = 150
"""Difference in levels of the strongest channel at which a pixel counts as fully another colour."""

ROW = 14
"""Width of a row in em; the models often drop a word that stands alone on a line."""


@cache
def installed() -> frozenset[str]:
    """The tesseract models on this machine; empty without tesseract."""
    if shutil.which("tesseract") is None:
        return frozenset()
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=True)
    return frozenset(listed.stdout.split("\n")[1:])


@dataclass(frozen=True, slots=True, eq=False)
class SeenLine:
    """One line of a finished frame, dark letters on white; `em` is its face's size in pixels."""

    picture: Grey
    em: float
    text: str


def seen_lines(style: CaptionStyle, language: Language) -> list[SeenLine]:
    """All lines of the sample sentence, cut from frames in which the last word of its page is active."""
    letters, track = lettering(load_style(style), language), track_of(style, language, frame=FULL)
    show = screen(track, flat(GROUND, FULL))
    lines: list[SeenLine] = []
    for number, page in enumerate(track.pages):
        last = words_of(page)[-1].span
        picture = show.rgb(first_frame(last.start + last.duration * 4 / 5, FPS))
        lines += _lines(picture, page, number, track, letters)
    return lines


def read_frames(lines: Sequence[SeenLine], language: Language, em: float) -> str:
    """The text that tesseract reads in the frames, with letters scaled to `em` pixels."""
    scaled = [_resized(line.picture, em / line.em) for line in lines]
    return _read(_page(scaled, em, language), MODELS[language])


def read_control(lines: Sequence[SeenLine], style: CaptionStyle, language: Language, em: int) -> str:
    """The text that tesseract reads when Pillow draws the same lines."""
    path = catalogue()[choice_for(load_style(style), language).face].path
    font = ImageFont.truetype(str(path), em, layout_engine=ImageFont.Layout.RAQM)
    written = [_written(line.text, font, language) for line in lines]
    return _read(_page(written, em, language), MODELS[language])


def matched(text: str, read: str) -> tuple[int, int]:
    """How many letters, marks and digits of `text` were read in order, and how many it has."""
    wanted = _bare(text)
    blocks = SequenceMatcher(None, wanted, _bare(read), autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks), len(wanted)


def _bare(text: str) -> str:
    """The text in lower case without punctuation, by which captions are not judged."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return "".join(character for character in folded if unicodedata.category(character)[0] in "LMN")


def _lines(
    picture: Rgb, page: Page, number: int, track: CaptionTrack, letters: CaptionLettering
) -> Iterator[SeenLine]:
    """The lines of a page; only pixels of a word's fill colour count as ink, so rims and plates vanish."""
    geometry = lay_page(page, letters=letters, position=track.position, frame=FULL, safe_area=track.safe_area)
    cast = styled_page(
        page, geometry, style=letters.style, language=letters.language, facts=PageFacts(number, 0)
    )
    ink = np.full(picture.shape[:2], 255, np.uint8)
    for placed in geometry.words:
        window = _window(placed, letters)
        apart = np.abs(picture[window].astype(np.int16) - _fill(cast, placed.order)).max(axis=2)
        ink[window] = np.minimum(ink[window], (apart * 255.0 / APART).clip(0, 255).astype(np.uint8))
    for line, words in enumerate(page.lines):
        placed = next(word for word in geometry.words if word.line == line)
        rows, box = _window(placed, letters)[0], geometry.lines[line]
        cut = ink[rows, max(0, int(box.left) - 24) : int(box.right) + 24]
        text = "".join(cased(w.text, letters.style.case, track.language) + w.gap for w in words.words)
        em = placed.run.size * choice_for(letters.style, track.language).scale
        yield SeenLine(np.ascontiguousarray(cut), em, text)


def _fill(cast: StyledPage, order: int) -> npt.NDArray[np.int16]:
    """The colour of a word's letters while the page's last word is active."""
    style, lit = cast.style, order == len(cast.words) - 1
    colour = style.active.fill.colour if lit else style.said.fill.colour
    if lit and cast.words[order].power:
        colour = style.power.fill
    return np.array(cast.words[order].colours.of(colour), np.int16)


def _window(placed: PlacedWord, letters: CaptionLettering) -> tuple[slice, slice]:
    """The rows and columns that contain a word, including its marks."""
    size, box = placed.run.size, placed.box
    top, foot = placed.baseline - letters.full.above * size, placed.baseline + letters.full.below * size
    return slice(int(top) - 10, int(foot) + 10), slice(max(0, int(box.left) - 16), int(box.right) + 16)


def _written(text: str, font: ImageFont.FreeTypeFont, language: Language) -> Grey:
    direction, tag = "rtl" if is_rtl(language) else "ltr", {"zh": "zh-Hans"}.get(language, language.value)
    words = text.strip()
    left, top, right, bottom = font.getbbox(words, direction=direction, language=tag)
    page = Image.new("L", (int(right - left) + 40, int(bottom - top) + 40), 255)
    pen = ImageDraw.Draw(page)
    pen.text((20 - left, 20 - top), words, font=font, fill=0, direction=direction, language=tag)
    return np.asarray(page)


def _page(lines: Sequence[Grey], em: float, language: Language) -> Grey:
    """Pack lines into rows, one below the other on a white page."""
    rows: list[list[Grey]] = [[]]
    for line in lines:
        if rows[-1] and sum(part.shape[1] for part in rows[-1]) + line.shape[1] > ROW * em:
            rows.append([])
        rows[-1].append(line)
    strips = [_strip(row[::-1] if is_rtl(language) else row) for row in rows]
    width = max(strip.shape[1] for strip in strips) + 80
    edges = [width - strip.shape[1] - 40 if is_rtl(language) else 40 for strip in strips]
    padded = [
        np.pad(strip, ((15, 15), (left, width - strip.shape[1] - left)), constant_values=255)
        for strip, left in zip(strips, edges, strict=True)
    ]
    edge = np.full((25, width), 255, np.uint8)
    return np.concatenate([edge, *padded, edge])


def _strip(lines: Sequence[Grey]) -> Grey:
    height = max(line.shape[0] for line in lines)
    return np.concatenate(
        [np.pad(line, ((0, height - line.shape[0]), (0, 0)), constant_values=255) for line in lines], axis=1
    )


def _resized(picture: Grey, factor: float) -> Grey:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=how), np.uint8)


def _read(picture: Grey, model: str) -> str:
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "PNG")
    command = ["tesseract", "stdin", "stdout", "-l", model, "--psm", "6", "--dpi", "150"]
    one_thread = os.environ | {"OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=buffer.getvalue(), capture_output=True, check=True, env=one_thread)
    return done.stdout.decode("utf-8")
