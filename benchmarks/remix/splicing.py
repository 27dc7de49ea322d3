"""Captions on a tenth of a video: encoding only what they touch against encoding everything.

    python -m benchmarks.remix.splicing [--seconds 600] [--every 20] [--json FILE]

A 1080p source keeps its aspect ratio and gets a caption of 1.8 s every `--every` seconds. Prints wall seconds
of the render stage and, in brackets, processor seconds, which other load disturbs less. By default the source
is as long as sources may be; with shorter ones, starting processes takes a larger share. The exit status is 1
when the spliced export is less than five times as fast by both measures.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.remix.composed import talking_head, write_composed
from benchmarks.remix.exporting import CUE_MS, exported
from benchmarks.remix.looped import looped

TIMES: Final = 5.0
_COMPOSED: Final = 30.0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=600.0)
    arguments.add_argument("--every", type=float, default=20.0)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        short = write_composed(folder / "short.mov", talking_head(), seconds=_COMPOSED)
        source = looped(short, folder / "source.mov", times=round(given.seconds / _COMPOSED))
        options = ("--aspect", "source", "--every", str(given.every))
        spliced = exported(source, folder / "spliced", *options)
        encoded = exported(source, folder / "encoded", *options, "--all")
    shares = (encoded.render.wall / spliced.render.wall, encoded.render.cpu / spliced.render.cpu)
    print(
        f"captions cover {CUE_MS / 1000 / given.every:.0%}, drawn {spliced.drawn} of {spliced.frames} frames"
    )
    for one in (spliced, encoded):
        took = one.render
        print(f"{one.pictures:8} {took.wall:8.2f} s ({took.cpu:7.2f} s), whole {one.whole.wall:.2f} s")
    print(f"{shares[0]:.1f} times as fast ({shares[1]:.1f})")
    if given.json:
        told = {"times": shares, "drawn": spliced.drawn, "frames": spliced.frames}
        given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0 if spliced.pictures == "spliced" and max(shares) >= TIMES else 1


if __name__ == "__main__":
    raise SystemExit(main())
