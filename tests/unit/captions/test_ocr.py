"""Tesseract reads the captions back from finished frames: what a viewer sees is what was said."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import unicodedata
from difflib import SequenceMatcher
from functools import cache

import cv2
import numpy as np
import pytest
from PIL import Image

from renderer.captions.frame import Frame
from renderer.captions.geometry import lay_page
from renderer.captions.lettering import cased, lettering
from renderer.captions.style import load_style
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.core.timecode import first_frame
from tests.support.captions import FPS, Rgb, flat, screen, track_of, words_of

FULL = Frame(width=1080, height=1920)
READ = 0.95
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
# Text faces in all ten languages, display faces where the models know such letters: they read the black
# weights of Arabic and the book hand of Amiri, right to a reader's eye, at 84 to 93 per cent.
CASES = [
    *((CaptionStyle.MINIMAL, language) for language in Language),
    *((CaptionStyle.TIKTOK, language) for language in Language if language is not Language.AR),
    *((CaptionStyle.ELEGANT, language) for language in (Language.EN, Language.RU, Language.HI, Language.ZH)),
    *((CaptionStyle.HORMOZI, language) for language in (Language.EN, Language.RU)),
]
INK = 120
"""Level of the strongest channel that parts letters from the rest: fills are light, rims dark."""


@cache
def installed() -> frozenset[str]:
    if shutil.which("tesseract") is None:
        return frozenset()
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=True)
    return frozenset(listed.stdout.split("\n")[1:])


def page_pictures(track: CaptionTrack) -> list[Rgb]:
    """Dark letters on white, one picture a page, cut from finished frames while the last word is lit."""
    letters = lettering(load_style(track.style), track.language)
    show = screen(track, flat((24, 26, 34), FULL))
    pictures = []
    for page in track.pages:
        geometry = lay_page(page, letters=letters, position=track.position, frame=FULL, safe_area="organic")
        box = geometry.block
        last = words_of(page)[-1].span
        frame = first_frame(last.start + last.duration * 4 / 5, FPS)
        cut = show.rgb(frame)[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
        ink = cv2.resize(255 - cut.max(axis=2), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        pictures.append(cv2.copyMakeBorder(ink, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(225,)))
    return [np.asarray(picture, np.uint8) for picture in pictures]


def read(picture: Rgb, model: str) -> str:
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "PNG")
    command = ["tesseract", "stdin", "stdout", "-l", model, "--psm", "6", "--dpi", "150"]
    done = subprocess.run(command, input=buffer.getvalue(), capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def bare(text: str) -> str:
    """Letters, marks and digits only: punctuation is not what captions are judged by."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return "".join(character for character in folded if unicodedata.category(character)[0] in "LMN")


@pytest.mark.parametrize(("style", "language"), CASES)
def test_what_is_shown_can_be_read_back(style: CaptionStyle, language: Language) -> None:
    model = MODELS[language]
    if model not in installed() and os.environ.get("CI") != "true":
        pytest.skip(f"tesseract with '{model}' is not installed (apt: tesseract-ocr tesseract-ocr-{model})")
    assert model in installed()
    track = track_of(style, language, frame=FULL)
    loaded = load_style(style)
    shown = [cased(word.text, loaded.case, language) for page in track.pages for word in words_of(page)]
    seen = "".join(read(picture, model) for picture in page_pictures(track))
    wanted = bare("".join(shown))
    matched = sum(
        block.size
        for block in SequenceMatcher(None, wanted, bare(seen), autojunk=False).get_matching_blocks()
    )
    assert matched >= READ * len(wanted), (wanted, bare(seen))
