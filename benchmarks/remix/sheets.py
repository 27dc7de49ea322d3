"""Draws three exports of synthetic footage, side by side with their sources: docs/gallery/remix.webp.

python -m benchmarks.remix.sheets [--out docs/gallery/remix.webp] [--keep FOLDER] [--seconds 10]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import av
import cv2
import numpy as np
from PIL import Image

from benchmarks.remix.composed import Draw, game, talking_head, two_people, write_composed
from tests.support.remix.projects import Picture

SHOWN: Final = 5
CELL: Final = 300
EXPORTS: Final[dict[str, tuple[Draw, tuple[str, ...]]]] = {
    "talking head": (talking_head(), ("--captions", "tiktok", "--dub", "en", "--voiceover", "mix")),
    "two people": (two_people(), ("--captions", "hormozi", "--position", "bottom")),
    "game": (game(), ("--captions", "gaming", "--position", "top")),
}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=Path, default=Path("docs/gallery/remix.webp"))
    arguments.add_argument("--keep", type=Path)
    arguments.add_argument("--seconds", type=float, default=10.0)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True, parents=True)
        rows = [_row(folder, title, given.seconds) for title in EXPORTS]
    sheet = np.vstack(rows)
    Image.fromarray(sheet).save(given.out, quality=82, method=6)
    print(given.out)
    return 0


def _row(folder: Path, title: str, seconds: float) -> Picture:
    draw, options = EXPORTS[title]
    stem = title.replace(" ", "-")
    source = write_composed(folder / f"{stem}.mov", draw, seconds=seconds)
    video = folder / f"{stem}.mp4"
    command = [sys.executable, "-c", "from renderer.cli.main import main; main()", "remix", "export"]
    subprocess.run(
        [*command, str(source), "--out", str(video), *options, "--workspace", str(folder / "work")],
        check=True,
    )
    moments = [seconds * (number + 0.5) / SHOWN for number in range(SHOWN)]
    shown = [cell for moment in moments for cell in (_cell(source, moment), _cell(video, moment))]
    return np.hstack(shown)


def _cell(path: Path, moment: float) -> Picture:
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            if frame.time is not None and frame.time >= moment:
                picture = frame.to_ndarray(format="rgb24")
                break
    height, width = picture.shape[:2]
    size = (round(CELL * width / height), CELL)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.pad(small, ((4, 4), (4, 4), (0, 0)), constant_values=255)


if __name__ == "__main__":
    raise SystemExit(main())
