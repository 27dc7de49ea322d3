"""Processor time of a short's storyboard, over the labelled topics, each in one of the packs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import cycle
from statistics import median
from typing import Final

from benchmarks.support.picture_judge import LabelledTopic, topics
from renderer.contract.vocabulary import StylePack
from renderer.core.words import Narration
from renderer.painters.artwork import forget_artwork
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.film.still import painted_still
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of

TAIL: Final = Fraction(1)
MOST_SECONDS: Final = 0.4


def print_storyboards(packs: Sequence[StylePack]) -> dict[str, float]:
    """Measure and print storyboards made as in the product.

    The director compares neighbouring pictures and adds a closing card; no artwork was drawn before. Since a
    process reads the word lists of a language once, a topic of each language is directed before the
    measurement.
    """
    every = tuple(topics())
    for topic in {topic.language: topic for topic in every}.values():
        seconds_of(topic, narration_of(topic.script), packs[0])
    seconds = sorted(
        seconds_of(topic, narration_of(topic.script), pack)
        for topic, pack in zip(every, cycle(packs), strict=False)
    )
    missed = "  MISSED" * (median(seconds) > MOST_SECONDS)
    print(
        f"\nstoryboard of a short, processor time: median {median(seconds):.2f} s, from {seconds[0]:.2f} to"
        f" {seconds[-1]:.2f} s, {sum(one > MOST_SECONDS for one in seconds)} of {len(seconds)} above"
        f" {MOST_SECONDS} s{missed}"
    )
    return {"median": median(seconds), "most": seconds[-1]}


def seconds_of(topic: LabelledTopic, narration: Narration, pack: StylePack) -> float:
    """Processor seconds of the whole storyboard."""
    style = load_pack(pack)
    forget_artwork()
    began = time.process_time()
    direct(
        topic.script,
        narration,
        pack=style,
        seed=1,
        duration=narration.duration + TAIL,
        look=painted_still,
        foresee=measured_similarity,
        pace=PACES[topic.mode],
        mode=topic.mode,
        closing=True,
    )
    return time.process_time() - began
