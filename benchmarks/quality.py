"""Quality after encoding: SSIM, bit rate and banding of a delivered file, per pack.

Run it: `python -m benchmarks.quality [--pack darkFinance] [--seconds 12]`. SSIM (Wang et al. 2004, Gaussian
window of 11 pixels, luma) compares every tenth composed frame with the decoded one. Banding is the share of
smooth dark pixels (luma below 70, less than one level of change in 32 pixels) that lie in runs of equal
values longer than 32 pixels: dithering a gradient breaks up such runs, and banding consists of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.product import composed, encoder, plan
from benchmarks.support.rendering.real_plan import FRAME
from renderer.compositor.planes import Plane
from renderer.contract.vocabulary import StylePack
from renderer.media.inspection.frame_reader import frames_at
from renderer.rendering.frames import open_frames
from renderer.visuals.style_pack_files import load_pack

EVERY: Final = 10
DARK: Final = 70
RUN: Final = 32
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
Field = npt.NDArray[np.float32]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", choices=list(StylePack), action="append")
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--json", type=Path, default=Path("out/quality.json"))
    options = parser.parse_args()
    rows = [
        measure(StylePack(pack), topic=options.topic, seconds=options.seconds)
        for pack in options.pack or list(StylePack)
    ]
    print(f"{'pack':20} {'SSIM mean':>9} {'worst':>7} {'Mb/s':>6} {'banded composed':>16} {'delivered':>10}")
    for row in rows:
        print(
            f"{row['pack']:20} {row['ssim']:9.4f} {row['worst']:7.4f} {row['mbit']:6.2f}"
            f" {row['banded_composed']:16.4f} {row['banded_delivered']:10.4f}"
        )
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=1), "utf-8")


def measure(pack: StylePack, *, topic: str, seconds: float) -> dict[str, float | str]:
    """Encode the first `seconds` of a real video and compare it with the composed frames."""
    count = int(seconds * FRAME.fps)
    with tempfile.TemporaryDirectory() as folder:
        storyboard, captions, store = plan(pack, topic, Path(folder))
        with open_frames(
            storyboard, captions, pack=load_pack(storyboard.pack), frame=FRAME, store=store
        ) as frames:
            encoder(count, Path(folder))(frames)
        target = Path(folder) / "v.mp4"
        numbers = range(0, count, EVERY)
        made = composed(storyboard, captions, store, count)
        delivered = frames_at(target, numbers, fps=FRAME.fps)
        scores = [ssim(made[number].y, delivered[number].y) for number in numbers]
        return {
            "pack": pack.value,
            "ssim": float(np.mean(scores)),
            "worst": float(np.min(scores)),
            "mbit": target.stat().st_size * 8 / seconds / 1e6,
            "banded_composed": float(np.mean([banded(made[number].y) for number in numbers])),
            "banded_delivered": float(np.mean([banded(delivered[number].y) for number in numbers])),
        }


def ssim(one: Plane, other: Plane) -> float:
    """Structural similarity of two luma planes, in [-1, 1]."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    mean1, mean2 = _blur(first), _blur(second)
    var1 = _blur(first * first) - mean1 * mean1
    var2 = _blur(second * second) - mean2 * mean2
    both = _blur(first * second) - mean1 * mean2
    top = (2 * mean1 * mean2 + _C1) * (2 * both + _C2)
    return float((top / ((mean1 * mean1 + mean2 * mean2 + _C1) * (var1 + var2 + _C2))).mean())


def _blur(field: Field) -> Field:
    return np.asarray(cv2.GaussianBlur(field, (11, 11), 1.5), np.float32)


def banded(luma: Plane) -> float:
    """Share of smooth dark pixels that lie in long runs of equal values; 0 where none is smooth and dark."""
    smooth = cv2.GaussianBlur(luma.astype(np.float32), (0, 0), 12)
    slope = np.abs(np.gradient(smooth, axis=1))
    calm = (smooth < DARK) & (slope > 1 / 200) & (slope < 1 / RUN)
    if not calm.any():
        return 0.0
    same = np.diff(luma.astype(np.int16), axis=1) == 0
    runs = cv2.erode(same.astype(np.uint8), np.ones((1, RUN), np.uint8))
    inside = cv2.dilate(runs, np.ones((1, RUN), np.uint8)).astype(bool)
    return float(inside[calm[:, 1:]].mean())


if __name__ == "__main__":
    main()
