"""How well captions read: every style on pictures of every pack, in every script, on decoded frames.

    python -m benchmarks.contrast [--languages en,ar] [--styles elegant,…] [--json FILE]

For each style and pack the lowest contrast (WCAG 2.2) of unspoken, spoken and said words, measured on frames
that went through the product's encoder: letters against what surrounds them (renderer/captions/legibility).
The pictures are each pack's lightest and busiest. Marks what is below 4.5, and then exits with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path

from renderer.captions.contrast import ENOUGH
from renderer.contract.vocabulary import CaptionStyle, Language, StylePack
from tests.support.style_contrast import GROUNDS, lowest_by_state


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--languages", default="en")
    parser.add_argument("--styles", default=",".join(style.value for style in CaptionStyle))
    parser.add_argument("--json", type=Path, default=None)
    options = parser.parse_args()
    languages = [Language(name) for name in options.languages.split(",")]
    styles = [CaptionStyle(name) for name in options.styles.split(",")]
    table: dict[str, dict[str, float]] = {}
    lowest = 21.0
    print(f"{'style':16}{'pack':20}{'lang':6}{'unsaid':>8}{'active':>8}{'said':>8}")
    for style, pack, language in product(styles, StylePack, languages):
        found = lowest_by_state(style, pack, language)
        table[f"{style.value} {pack.value} {language.value}"] = found
        lowest = min(lowest, *found.values())
        cells = "".join(f"{found.get(state, float('nan')):8.2f}" for state in ("unsaid", "active", "said"))
        missed = "  MISSED" * (min(found.values()) < ENOUGH)
        print(f"{style.value:16}{pack.value:20}{language.value:6}{cells}{missed}", flush=True)
    print(
        f"lowest {lowest:.2f} over {len(table)} combinations, "
        f"{len(GROUNDS[StylePack.DOCUMENTARY])} pictures each"
    )
    if options.json:
        options.json.write_text(json.dumps(table, indent=2), encoding="utf-8")
    return lowest < ENOUGH


if __name__ == "__main__":
    sys.exit(main())
