"""Whether two checkouts render the same orders to the same bytes: SHA-256 of one video per pack and script.

    python -m tools.same_bytes CHECKOUT [OTHER] [--order documentary-latin,…] [--out FOLDER] [--json F]

Each order is a ready script of two sentences, rendered by the checkout's own command line at a small size and
spoken by the embedded voices (espeak, Open JTalk), so that neither models nor a network are involved. Prints
the order, its digest and, with a second checkout, `same` or `differs`. Where a checkout cannot render an
order, `failed` is printed with the last line of its output. The exit status is 1 if any order differs or
fails.

All checkouts run with the interpreter and the packages of this process. A video's bytes depend on the encoder
and on the machine's arithmetic, so digests can only be compared on the same machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SIZE: Final = "180x320"
SECONDS: Final = 600
FAILED: Final = "failed"

# The packages of this process may contain a renderer too, which must not stand in for a missing one.
_ENTRY: Final = """
import sys
from renderer.cli import main
checkout = sys.argv.pop(1)
if not main.__file__.startswith(checkout + "/"):
    sys.exit(f"there is no renderer in {checkout}")
main.main()
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnText:
    """An order: a script in a language, with the look and the captions of its video."""

    text: str
    language: str
    pack: str
    mode: str
    style: str
    position: str = "center"

    def options(self) -> list[str]:
        """The options of the command line, except those for files."""
        return [
            *("--language", self.language, "--style-pack", self.pack, "--video-mode", self.mode),
            *("--caption-style", self.style, "--caption-position", self.position, "--seed", "7"),
            *("--size", SIZE, "--fps", "30"),
        ]


ORDERS: Final[dict[str, OwnText]] = {
    "documentary-latin": OwnText(
        text="Octopuses have three hearts. Two of them rest while the animal swims.",
        language="en",
        pack="documentary",
        mode="darkHistory",
        style="tiktok",
    ),
    "dramatic-latin": OwnText(
        text="Im Jahr 1816 blieb der Sommer aus. Ein Vulkan hatte den Himmel verdunkelt.",
        language="de",
        pack="dramaticExplainer",
        mode="weirdFacts",
        style="neonPink",
    ),
    "finance-latin": OwnText(
        text="Les intérêts composés doublent une dette en 9 ans. Presque personne ne le voit venir.",
        language="fr",
        pack="darkFinance",
        mode="financeWarning",
        style="hormozi",
        position="bottom",
    ),
    "educational-latin": OwnText(
        text="La luz tarda 8 minutos en llegar del Sol. La Luna está mucho más cerca.",
        language="es",
        pack="cleanEducational",
        mode="cleanEducational",
        style="minimal",
        position="top",
    ),
    "documentary-cyrillic": OwnText(
        text="Байкал старше всех озёр. Его глубина больше 1600 метров.",
        language="ru",
        pack="documentary",
        mode="darkHistory",
        style="fire",
    ),
    "dramatic-arabic": OwnText(
        text="القلب لا يتوقف عن العمل. ينبض 100000 مرة كل يوم.",
        language="ar",
        pack="dramaticExplainer",
        mode="motivational",
        style="mrbeast",
    ),
    "finance-devanagari": OwnText(
        text="चाँद हमसे दूर जा रहा है। हर साल लगभग 4 सेंटीमीटर।",
        language="hi",
        pack="darkFinance",
        mode="weirdFacts",
        style="knockout",
    ),
    "educational-han": OwnText(
        text="章鱼有三颗心脏。它的血是蓝色的。",
        language="zh",
        pack="cleanEducational",
        mode="cleanEducational",
        style="gaming",
    ),
    "documentary-kana": OwnText(
        text="タコには心臓が3つあります。泳ぐとき、そのうちの2つは休みます。",
        language="ja",
        pack="documentary",
        mode="motivational",
        style="outlineRainbow",
    ),
}


def main() -> int:
    """Render the chosen orders in each checkout and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkouts", type=Path, nargs="+", metavar="CHECKOUT")
    parser.add_argument("--order", default=",".join(ORDERS), help="names, with commas between them")
    parser.add_argument("--out", type=Path, help="folder where the videos are kept")
    parser.add_argument("--json", type=Path, help="file for the digests")
    options = parser.parse_args()
    table: dict[str, dict[str, str]] = {}
    for name in options.order.split(","):
        row = {str(place): digest_of(name, place.resolve(), options.out) for place in options.checkouts}
        table[name] = row
        print(f"{name:22} {'  '.join(row.values())}  {verdict(list(row.values()))}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(table, indent=2) + "\n", "utf-8")
    return int(any(verdict(list(row.values())) not in {"", "same"} for row in table.values()))


def verdict(digests: list[str]) -> str:
    """`same` or `differs` for two or more checkouts, `failed` if one has no video, "" for a single one."""
    if any(digest.startswith(FAILED) for digest in digests):
        return FAILED
    if len(digests) == 1:
        return ""
    return "same" if len(set(digests)) == 1 else "differs"


def digest_of(name: str, checkout: Path, kept: Path | None) -> str:
    """SHA-256 of an order's video made by a checkout, or `failed:` and the reason."""
    with tempfile.TemporaryDirectory(prefix="same-bytes-") as folder:
        video = Path(folder, f"{name}.mp4")
        failure = render(ORDERS[name], checkout, video)
        if failure:
            return f"{FAILED}: {failure}"
        if kept:
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copy(video, kept / f"{checkout.name}-{name}.mp4")
        with video.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()


def render(order: OwnText, checkout: Path, video: Path) -> str:
    """Make the video with the command line of a checkout; returns the reason for a failure, else ""."""
    script = video.with_suffix(".txt")
    script.write_text(order.text, "utf-8")
    entry = [sys.executable, "-c", _ENTRY, str(checkout), "render"]
    files = ["--script", str(script), "--out", str(video), "--workspace", str(video.parent / "workspace")]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLIPWRIGHT_")}
    own = {"PYTHONPATH": str(checkout), "CLIPWRIGHT_SPEAKERS": "embedded", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(  # noqa: S603 - the command line of a checkout that the caller names
            [*entry, *files, *order.options()],
            cwd=video.parent,
            env=kept | own,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} seconds"
    if done.returncode or not video.exists():
        return (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
    return ""


if __name__ == "__main__":
    sys.exit(main())
