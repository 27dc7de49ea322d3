"""Render all five modes in all ten languages at full size, and print what the inspection found.

Run it alone: `python -m benchmarks.matrix [--out out/matrix] [--mode weirdFacts] [--language ja]`; 50 videos
take about half an hour. A file that exists is not made again. The exit status is 1 when a video failed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from renderer.contract.vocabulary import Language, VideoMode

TOPICS = {
    Language.EN: "Why octopuses have three hearts",
    Language.ES: "El día que el mar se volvió negro",
    Language.ZH: "章鱼为什么有三颗心脏",
    Language.HI: "चाँद हमसे दूर क्यों जा रहा है",
    Language.AR: "كيف تعمل الذاكرة",
    Language.PT: "Por que o céu é azul",
    Language.FR: "Pourquoi les chats ronronnent",
    Language.JA: "貯金が増えない本当の理由",
    Language.DE: "Warum Bienen tanzen",
    Language.RU: "Почему мы видим сны",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/matrix"))
    parser.add_argument("--mode", choices=list(VideoMode), action="append")
    parser.add_argument("--language", choices=list(Language), action="append")
    options = parser.parse_args()
    failed = 0
    print(f"{'mode':18} {'lang':5} {'seconds':>8} {'video s':>8} {'LUFS':>7} {'dBTP':>6}  result")
    for mode in options.mode or VideoMode:
        for language in options.language or Language:
            row = made(VideoMode(mode), Language(language), options.out)
            failed += row["result"] != "ok"
            figures = f"{row['seconds']:8.1f} {row['video']:8.1f} {row['lufs']:7.2f} {row['peak']:6.2f}"
            print(f"{mode:18} {language:5} {figures}  {row['result']}", flush=True)
    return int(failed > 0)


def made(mode: VideoMode, language: Language, folder: Path) -> dict[str, Any]:
    """Render one pair with the command that a user would run; returns figures from its manifest."""
    target = folder / f"{mode}-{language}.mp4"
    command = [sys.executable, "-c", "from renderer.cli.main import main; main()", "render"]
    choices = ["--topic", TOPICS[language], "--language", language, "--video-mode", mode]
    started = time.perf_counter()
    done = None
    if not target.exists():
        done = subprocess.run(
            [*command, *choices, "--out", str(target)], capture_output=True, text=True, check=False
        )
    seconds = time.perf_counter() - started
    if done is not None and done.returncode:
        last = done.stderr.strip().splitlines()[-1]
        return {"seconds": seconds, "video": 0.0, "lufs": 0.0, "peak": 0.0, "result": last}
    video = json.loads(target.with_suffix(".manifest.json").read_text("utf-8"))["video"]
    inspection = video["inspection"]
    return {
        "seconds": seconds,
        "video": video["duration_seconds"],
        "lufs": inspection["loudness_lufs"],
        "peak": inspection["true_peak_dbtp"],
        "result": "ok" if not inspection["findings"] else str(inspection["findings"]),
    }


if __name__ == "__main__":
    sys.exit(main())
