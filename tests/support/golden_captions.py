"""Golden pictures of captions: every style, and every script in three styles.

`python -m tests.support.golden_captions` draws them again and rewrites docs/CAPTION_STYLES.md; look at the
difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.showcase.handbook import style_reference
from renderer.captions.style.style_files import load_style
from renderer.compositor.planes import Planes, rgb_to_planes
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.timecode import first_frame
from tests.support.captions import FPS, SMALL, Rgb, screen, track_of, words_of

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "captions"
HANDBOOK = ROOT / "docs" / "CAPTION_STYLES.md"
SCRIPT_STYLES = (CaptionStyle.TIKTOK, CaptionStyle.ELEGANT, CaptionStyle.MINIMAL)
SCRIPTS = (Language.RU, Language.AR, Language.HI, Language.ZH, Language.JA)

CASES: dict[str, tuple[CaptionStyle, Language]] = {
    **{f"style-{style.value}": (style, Language.EN) for style in CaptionStyle},
    **{
        f"script-{language.value}-{style.value}": (style, language)
        for language in SCRIPTS
        for style in SCRIPT_STYLES
    },
}


def draw(style: CaptionStyle, language: Language) -> Rgb:
    """The second page of the sample sentence in the middle of a word, over a slope from dark to light."""
    track = track_of(style, language, position=CaptionPosition.CENTER)
    assert lettering(load_style(style), language).chain
    words = words_of(track.pages[min(1, len(track.pages) - 1)])
    word = words[len(words) // 2]
    frame = first_frame(word.span.start + word.span.duration * 4 / 5, FPS)
    return screen(track, _slope()).rgb(frame)[390:570]


def refresh() -> None:
    """Draw every golden picture and write the handbook."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.png"):
        old.unlink()
    for name, (style, language) in CASES.items():
        Image.fromarray(draw(style, language)).save(GOLDEN / f"{name}.png", optimize=True)
    HANDBOOK.write_text(style_reference(), encoding="utf-8")


def _slope() -> Planes:
    """A ground with a gradient from dark on the left to light on the right."""
    tone = np.linspace(30, 220, SMALL.width)
    column = np.stack([tone, 0.8 * tone + 20, 0.6 * tone + 60], axis=1)
    return rgb_to_planes(np.repeat(column[None].astype(np.uint8), SMALL.height, axis=0))


if __name__ == "__main__":
    refresh()
