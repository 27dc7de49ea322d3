"""The gallery of caption styles: contact sheets, short loops, one page that shows them."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from PIL import Image

from renderer.captions.contrast import with_contrast
from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.showcase.backdrop import harbour
from renderer.captions.showcase.specimens import specimen
from renderer.captions.style.style_files import load_style
from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes, allocate, copy_into, crop, planes_to_rgb, rgb_to_planes
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import first_frame
from renderer.text.typesetting.catalogue import face
from renderer.text.typesetting.fonts import FontChain
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaping import shape

Rgb = npt.NDArray[np.uint8]

FPS: Final = 30
LOOP_SECONDS: Final = Fraction(2)
COLUMNS: Final = 3
LABEL_ROWS: Final = 34
PAPER: Final = (18, 19, 26)
LANGUAGE_NAMES: Final[dict[Language, str]] = {
    Language.EN: "English",
    Language.ES: "Español",
    Language.ZH: "中文",
    Language.HI: "हिन्दी",
    Language.AR: "العربية",
    Language.PT: "Português",
    Language.FR: "Français",
    Language.JA: "日本語",
    Language.DE: "Deutsch",
    Language.RU: "Русский",
}


class GalleryWindow(Struct, frozen=True, kw_only=True):
    """A frame size, and the band of rows (top, bottom) that a picture of the gallery shows."""

    width: int
    height: int
    top: int
    bottom: int


SHEET: Final = GalleryWindow(width=720, height=1280, top=500, bottom=790)
LOOP: Final = GalleryWindow(width=480, height=854, top=332, bottom=524)


def contact_sheet(
    language: Language = Language.EN, styles: Sequence[CaptionStyle] = tuple(CaptionStyle)
) -> Rgb:
    """Every style mid-word over a busy picture, three to a row, each with its name."""
    cells = [np.concatenate([still(style, language), _label(load_style(style).title)]) for style in styles]
    blank = np.full_like(cells[0], PAPER)
    cells += [blank] * (-len(cells) % COLUMNS)
    rows = [np.concatenate(cells[k : k + COLUMNS], axis=1) for k in range(0, len(cells), COLUMNS)]
    return np.concatenate(rows)


def still(style: CaptionStyle, language: Language, window: GalleryWindow = SHEET) -> Rgb:
    """One style mid-word, on the fullest of its first pages."""
    track = _track(style, language, window)
    page = max(track.pages[:4], key=_letters)
    words = [word for line in page.lines for word in line.words]
    span = words[len(words) // 2].span
    return _shots(track, window, [first_frame(span.start + span.duration * 9 / 10, FPS)])[0]


def loop(style: CaptionStyle, language: Language = Language.EN, window: GalleryWindow = LOOP) -> list[Rgb]:
    """The first pages of a style, at fifteen pictures a second."""
    track = _track(style, language, window)
    start = first_frame(track.pages[0].span.start, FPS)
    end = first_frame(min(track.pages[-1].span.end, track.pages[0].span.start + LOOP_SECONDS), FPS)
    return _shots(track, window, range(start, end, 2))


def write_gallery(folder: Path) -> list[Path]:
    """Write sheets, loops and index.html; returns the paths written."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"styles.png": _png(contact_sheet())}
    for language in Language:
        files[f"styles-{language.value}.webp"] = _webp([contact_sheet(language)])
    for style in CaptionStyle:
        files[f"loop-{style.value}.webp"] = _webp(loop(style))
    files["index.html"] = page_html().encode()
    written = [folder / name for name in files]
    for path, content in zip(written, files.values(), strict=True):
        path.write_bytes(content)
    return written


def page_html() -> str:
    """The page that shows the gallery; needs no script and no network."""
    loops = "".join(_card(style) for style in CaptionStyle)
    sheets = "".join(
        f'<h2 lang="{language.value}">{name}</h2>'
        f'<img src="styles-{language.value}.webp" alt="All styles: {name}" loading="lazy">'
        for language, name in LANGUAGE_NAMES.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Clipwright caption styles</title>'
        '<meta name="viewport" content="width=device-width">'
        "<style>body{background:#12131a;color:#eceef6;font:16px/1.5 system-ui,sans-serif;margin:0 auto;"
        "max-width:1500px;padding:24px}img{width:100%;border-radius:10px;display:block}h2{margin:40px 0 12px}"
        ".grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:22px}"
        "figure{margin:0}figcaption{padding:8px 2px;color:#a9aec2}b{color:#fff}</style>"
        f'<h1>Eighteen caption styles</h1><div class="grid">{loops}</div>{sheets}</html>\n'
    )


def _card(style: CaptionStyle) -> str:
    loaded = load_style(style)
    text = html.escape(loaded.summary)
    return (
        f'<figure><img src="loop-{style.value}.webp" alt="{text}">'
        f"<figcaption><b>{html.escape(loaded.title)}</b> <code>{style.value}</code><br>{text}"
        "</figcaption></figure>"
    )


def _letters(page: Page) -> int:
    return sum(len(word.text) for line in page.lines for word in line.words)


def _track(style: CaptionStyle, language: Language, window: GalleryWindow) -> CaptionTrack:
    narration, script = specimen(language)
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.CENTER, language=language, frame=window
    )
    ground = _ground(window.width, window.height)
    return with_contrast(track, fps=FPS, probe=lambda _frame: ground)


def _shots(track: CaptionTrack, window: GalleryWindow, frames: Sequence[int]) -> list[Rgb]:
    """Finished frames, cropped to the window's band."""
    ground = _ground(window.width, window.height)
    overlay = open_captions(track, width=window.width, height=window.height, fps=FPS)
    target = allocate(window.width, window.height)
    shots = []
    for frame in frames:
        copy_into(target, ground)
        for sprite in overlay.placed_at(frame):
            blend(target, sprite)
        band = crop(target, x=0, y=window.top, width=window.width, height=window.bottom - window.top)
        shots.append(planes_to_rgb(band))
    return shots


@cache
def _ground(width: int, height: int) -> Planes:
    return rgb_to_planes(harbour(width, height))


def _label(text: str) -> Rgb:
    """A strip with a style's name."""
    strip = np.full((LABEL_ROWS, SHEET.width, 3), PAPER, np.uint8)
    chain = FontChain.of(face("tiktok-sans-500"))
    mask = rasterise(shape(text, chain=chain, size=22, language=Language.EN))
    height, width = mask.alpha.shape
    view = strip[24 + mask.top : 24 + mask.top + height, 14 : 14 + width]
    share = mask.alpha[..., None].astype(np.float32) / 255
    view[:] = (view * (1 - share) + 225 * share).astype(np.uint8)
    return strip


def _png(picture: Rgb) -> bytes:
    """PNG at half size: sharp enough to judge letters, small enough to keep."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(small, np.uint8)).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _webp(pictures: Sequence[Rgb]) -> bytes:
    """A WebP picture, or a loop of several at fifteen a second."""
    buffer = io.BytesIO()
    if len(pictures) == 1:
        small = cv2.resize(pictures[0], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        Image.fromarray(np.asarray(small, np.uint8)).save(buffer, "WEBP", quality=60, method=6)
        return buffer.getvalue()
    first, *rest = (Image.fromarray(picture) for picture in pictures)
    first.save(
        buffer, "WEBP", save_all=True, append_images=rest, duration=2000 // FPS, loop=0, quality=50, method=4
    )
    return buffer.getvalue()
