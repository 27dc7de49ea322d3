"""Scripts of any length, for tests of planning."""

from __future__ import annotations

from functools import cache

from renderer.contract.vocabulary import Language, Voice
from renderer.manuscript.document import Manuscript
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript

SUBJECTS = ("harbour", "engine", "orchard", "letter", "treaty", "glacier", "market", "observatory")
FRAMES = (
    "The {0} of 18{1} was larger than any {2} before.",
    "Nobody who saw the {0} in year {1} forgot the {2}.",
    "It cost {1} crowns, and the {2} paid for it.",
    "Therefore the {0} closed after {1} days.",
    "In March the {2} and the {0} met {1} times.",
)


def script(*, sentences: int, chapters: int) -> str:
    """A script of so many sentences under so many headings."""
    lines = [
        FRAMES[n % 5].format(SUBJECTS[n % 8], 10 + n % 80, SUBJECTS[(n * 3 + 1) % 8])
        for n in range(sentences)
    ]
    size = -(-sentences // chapters)
    parts = [lines[at : at + size] for at in range(0, sentences, size)]
    return "# All of it\n\n" + "\n\n".join(
        f"## Part {number}: the {SUBJECTS[number % 8]}\n\n" + " ".join(part[:6]) + "\n\n" + " ".join(part[6:])
        for number, part in enumerate(parts)
    )


@cache
def measured(text: str) -> tuple[Manuscript, Lengths]:
    """A manuscript and its estimated lengths, which no film changes."""
    manuscript = read_manuscript(text, language=Language.EN)
    return manuscript, estimated_lengths(manuscript, voice=Voice.DEEP_DOCUMENTARY)
