"""Peak memory of a long export, 1080p to 1080x1920 with captions, over all its processes.

    python -m benchmarks.remix.memory [--seconds 600] [--json FILE]

The exit status is 1 when all processes together, with shared pages counted once, take more than the bar.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks.remix.composed import talking_head, write_composed
from benchmarks.remix.exporting import exported
from benchmarks.remix.looped import looped

PEAK_MB: Final = 700
_COMPOSED: Final = 30.0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=600.0)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        short = write_composed(folder / "short.mov", talking_head(), seconds=_COMPOSED)
        source = looped(short, folder / "source.mov", times=round(given.seconds / _COMPOSED))
        found = exported(source, folder / "out")
    peak = found.memory
    print(f"{found.frames} frames in {found.whole.wall:.0f} s ({found.whole.cpu:.0f} s)")
    print(f"leader {peak.leader:.0f} MB; all {peak.processes} processes {peak.shared_once:.0f} MB,", end=" ")
    print(f"{peak.resident:.0f} MB with shared pages counted in each")
    if given.json:
        told = {"memory": asdict(peak), "wall": found.whole.wall, "cpu": found.whole.cpu}
        given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0 if peak.shared_once <= PEAK_MB else 1


if __name__ == "__main__":
    raise SystemExit(main())
