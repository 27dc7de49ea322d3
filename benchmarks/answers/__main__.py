"""Whether what scripts announce as the answer to a question is one.

    clipwright models fetch summaries
    python -m benchmarks.answers [--verbose]

Four sets of labelled questions: three about the fetched summaries, which often hold no answer, and the
articles of `benchmarks.scripts` in ten languages, which do. The labels are words of which a true answer
contains at least one, written without knowledge of the texts. Printed for each set: topics, those with a
script, scripts that contain a labelled word anywhere; stories by what they say of their question (announced,
undecided, open, unasked); of the announced, the share whose last fact contains a labelled word ("right"); and
of those called open, how many contain one all the same ("wrongly").
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import regex

from benchmarks.support.article_set import topics, zim_of
from benchmarks.support.script_figures import holds, spoken
from renderer.backends.knowledge.base import Knowledge, Topic
from renderer.backends.knowledge.summaries.source import Summaries
from renderer.backends.knowledge.zim import ZimEncyclopaedia
from renderer.composition.compose import composed
from renderer.composition.question import Ending
from renderer.composition.story import Story, Wanted
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.script import Role
from renderer.errors import ClipwrightError
from renderer.worker.composition.engine_settings import EngineSettings

FOLDER: Final = Path(__file__).parent
SETS: Final = ("seen", "second", "last")
_GROUPED: Final = regex.compile(r"(?<=\d)[\u00a0\u202f ,.](?=\d{3})")
"""The separator of thousands, which labels lack."""


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """A topic with words of which a true answer contains at least one."""

    text: str
    language: Language
    mode: VideoMode
    answers: tuple[str, ...]


def main() -> None:
    """Judge all sets and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--verbose", action="store_true", help="Print what is announced wrongly, too.")
    verbose = parser.parse_args().verbose
    print(
        f"{'set':10} {'topics':>6} {'told':>5} {'hold':>5} {'announced':>9} {'right':>6} {'undecided':>9} "
        f"{'open':>5} {'wrongly':>7} {'unasked':>7}"
    )
    summaries = Summaries(models=EngineSettings().models)
    for name in SETS:
        print(row(name, judged(_questions(name), summaries, verbose=verbose)))
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for language in Language:
            knowledge = ZimEncyclopaedia(path=zim_of(language, Path(folder)))
            counts += judged(_articles(language), knowledge, verbose=verbose)
    print(row("articles", counts))


def _questions(name: str) -> Iterator[Labelled]:
    for topic in tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))["topic"]:
        yield Labelled(
            text=topic["text"],
            language=Language(topic["language"]),
            mode=VideoMode.DARK_HISTORY,
            answers=tuple(topic["answers"]),
        )


def _articles(language: Language) -> Iterator[Labelled]:
    for one in topics(language):
        yield Labelled(text=one.topic, language=language, mode=one.mode, answers=tuple(one.answers))


def judged(questions: Iterator[Labelled], knowledge: Knowledge, *, verbose: bool) -> Counter[str]:
    """The counters of the table for one set."""
    counts: Counter[str] = Counter()
    for one in questions:
        counts["topics"] += 1
        story = told(one, knowledge)
        if story is None:
            continue
        anywhere = is_in([line.text for scene in story.scenes for line in scene.lines], one)
        last = next(scene for scene in reversed(story.scenes) if scene.role is Role.BEAT)
        right = is_in([line.text for line in last.lines], one)
        counts.update(("told", story.ending.value))
        counts["hold"] += anywhere
        counts["right"] += story.ending is Ending.ANSWERED and right
        counts["wrongly"] += story.ending is Ending.OPEN and anywhere
        if verbose and story.ending is Ending.ANSWERED and not right:
            print(f"  {one.language.value} {one.text!r}: {' '.join(line.text for line in last.lines)}")
    return counts


def told(one: Labelled, knowledge: Knowledge) -> Story | None:
    """The story about a topic; None where the source knows nothing about it."""
    try:
        found = knowledge.look_up(Topic(text=one.text, language=one.language))
    except ClipwrightError:
        return None
    wanted = Wanted(topic=one.text, language=one.language, mode=one.mode, seconds=42, seed=7)
    return composed(found.passages, wanted, spoken=lambda text: spoken(text, one.language))


def is_in(lines: Sequence[str], one: Labelled) -> bool:
    """Whether the lines contain one of the labelled words."""
    said = _GROUPED.sub("", " ".join(lines).replace("’", "'"))
    return holds(said, [_GROUPED.sub("", answer.replace("’", "'")) for answer in one.answers])


def row(name: str, counts: Counter[str]) -> str:
    right = counts["right"] / max(1, counts["answered"])
    return (
        f"{name:10} {counts['topics']:6} {counts['told']:5} {counts['hold']:5} {counts['answered']:9} "
        f"{right:6.0%} {counts['undecided']:9} {counts['open']:5} {counts['wrongly']:7} {counts['unasked']:7}"
    )


if __name__ == "__main__":
    main()
