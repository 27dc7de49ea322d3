"""Prints the verdicts on the labelled sets: pictures by language, homonyms, tone, topics of one mode."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Final

from benchmarks.support.picture_judge import (
    LabelledTopic,
    beside_the_point,
    homonyms,
    shown_by,
    topics,
    verdicts,
)
from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.picture_spec import artwork_of, painter_of
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of

TAIL: Final = Fraction(1)
FEWEST_GOOD, MOST_WRONG_SENSES, MOST_SHARED, MOST_OF_ONE = 0.95, 0.01, 0.10, 0.20
STRANGERS_SETS: Final = ("strangers", "foreign", "outsiders")
"""Sets written without knowledge of the matcher; an independent judge decided what no label covers."""
FURTHER_SETS: Final = (
    "unseen",
    "fresh",
    "further",
    "last",
    "mended",
    "held_out",
    "tuned",
    "sealed",
    "visitors",
)
KINDS: Final = ("relevant", "abstract", "wrong")


def print_meaning(packs: Sequence[StylePack]) -> dict[str, dict[str, float]]:
    """Print three tables; the report has every figure and, under "missed", the number of missed bars."""
    counted: dict[Language, Counter[str]] = defaultdict(Counter)
    drawn: dict[int, set[str]] = defaultdict(set)
    every = tuple(topics())
    busiest: list[float] = []
    for (place, topic), pack in product(enumerate(every), packs):
        board, narration = board_of(topic, pack)
        for verdict in verdicts(topic, board, narration):
            counted[topic.language].update([verdict.kind, "tone"] if verdict.off_tone else [verdict.kind])
        names = {name for shot in board.shots for name in artwork_of(shot.picture)}
        drawn[place] |= names
        painters = Counter(painter_of(shot.picture) for shot in board.shots)
        busiest.append(max(painters.values()) / len(board.shots))
    report = {language.value: _line(language.value, counts) for language, counts in counted.items()}
    report["all"] = _line("all", sum(counted.values(), Counter()))
    report |= {name: _line(name, _counted(packs, name)) for name in FURTHER_SETS}
    report |= {name: _of_strangers(packs, name) for name in STRANGERS_SETS}
    report["homonyms"] = _homonyms()
    report["topics"] = {"shared": _shared(every, drawn), "busiest_painter": max(busiest)}
    report["modes"] = {mode.value: _shared(every, drawn, (mode,)) for mode in VideoMode}
    print(f"\ndrawings two topics of one mode share, mean: {report['topics']['shared']:.1%}")
    print(", ".join(f"{mode} {share:.1%}" for mode, share in report["modes"].items()))
    print(f"largest share of one painter in a video: {max(busiest):.0%}")
    judged = ("all", *FURTHER_SETS)
    toned = (*judged, *STRANGERS_SETS)
    missed = (
        report["all"]["good"] < FEWEST_GOOD,
        report["homonyms"]["unseen"] > MOST_WRONG_SENSES,
        any(report[name]["tone"] > 0 for name in toned),
        any(1 - report[name]["good"] > MOST_WRONG_SENSES for name in judged),
        any(report[name]["good"] < FEWEST_GOOD for name in STRANGERS_SETS),
        any(report[name]["wrong_sense"] > MOST_WRONG_SENSES for name in STRANGERS_SETS),
        max(report["modes"].values()) > MOST_SHARED,
        report["topics"]["busiest_painter"] > MOST_OF_ONE,
    )
    report["missed"] = {"bars": float(sum(missed))}
    return report


def board_of(topic: LabelledTopic, pack: StylePack) -> tuple[Storyboard, Narration]:
    """The director's storyboard for a labelled topic, with the word times used in tests."""
    narration = narration_of(topic.script)
    board = direct(
        topic.script,
        narration,
        pack=load_pack(pack),
        seed=1,
        duration=narration.duration + TAIL,
        look=no_painted_still,
        pace=PACES[topic.mode],
        mode=topic.mode,
    )
    return board, narration


def _line(name: str, counts: Counter[str]) -> dict[str, float]:
    shots = sum(counts[kind] for kind in KINDS)
    good = (counts["relevant"] + counts["abstract"]) / shots
    row = " ".join(f"{kind} {counts[kind] / shots:6.1%}" for kind in KINDS)
    print(f"{name:7} {shots:5} shots: {row}   relevant or abstract {good:6.1%}   off tone {counts['tone']}")
    return {"shots": shots, "good": good, "tone": counts["tone"], "abstract": counts["abstract"] / shots}


def _counted(packs: Sequence[StylePack], folder: str) -> Counter[str]:
    """Count the verdicts on the topics of another set."""
    counted: Counter[str] = Counter()
    for topic, pack in product(tuple(topics(folder)), packs):
        for verdict in verdicts(topic, *board_of(topic, pack)):
            counted.update([verdict.kind, "tone"] if verdict.off_tone else [verdict.kind])
    return counted


def _of_strangers(packs: Sequence[StylePack], folder: str) -> dict[str, float]:
    """Print a set of `STRANGERS_SETS`, with its share of wrong senses; unjudged artwork counts as wrong."""
    counted: Counter[str] = Counter()
    for topic, pack in product(tuple(topics(folder)), packs):
        for verdict in verdicts(topic, *board_of(topic, pack)):
            counted.update([verdict.kind, "tone"] if verdict.off_tone else [verdict.kind])
            beside = beside_the_point(folder, topic.script.title)
            counted["sense"] += verdict.kind == "wrong" and not beside & set(verdict.artwork)
    line = _line(folder, counted)
    share = counted["sense"] / line["shots"]
    print(f"{'':7} wrong sense {counted['sense']} ({share:.2%})")
    return line | {"wrong_sense": share}


def _homonyms() -> dict[str, float]:
    """Share of the sentences that are given artwork in a wrong sense."""
    every = tuple(homonyms())
    shares = {}
    for name, unseen in (("seen", False), ("unseen", True)):
        part = [sentence for sentence in every if sentence.unseen is unseen]
        wrong = [sentence for sentence in part if shown_by(sentence)]
        shares[name] = len(wrong) / len(part)
        print(f"homonyms, {name}: {len(part)} sentences, wrong sense {len(wrong)} ({shares[name]:.1%})")
    return shares


def _shared(
    every: Sequence[LabelledTopic], drawn: dict[int, set[str]], modes: Sequence[VideoMode] = tuple(VideoMode)
) -> float:
    """Share of drawings that two topics of one mode have in common, as the mean over all pairs.

    The share is of the topic with fewer drawings. Topics whose labels overlap are about the same thing in two
    languages, and are left out.
    """
    shares = [
        len(drawn[one] & drawn[other]) / max(min(len(drawn[one]), len(drawn[other])), 1)
        for one, other in combinations(range(len(every)), 2)
        if every[one].mode is every[other].mode
        and every[one].mode in modes
        and not every[one].about & every[other].about
    ]
    return sum(shares) / max(len(shares), 1)
