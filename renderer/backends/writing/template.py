"""The writer that ships: texts by hand for each mode and language, the topic set in as a quotation.

It asks, frames and structures; it knows nothing about the topic and claims nothing. Since the topic stands
in quotation marks after a colon, no language has to inflect it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.backends.writing.keywords import content_words
from renderer.backends.writing.modes import ModeTexts, ModeVisuals, load_mode, modes_digest
from renderer.backends.writing.topic import clean_topic, inserted, shortened
from renderer.contract.vocabulary import Language
from renderer.core.script import Role
from renderer.text.pace import estimated_seconds
from renderer.text.sentences import sentences

REVISION: Final = 1
"""Raise when the same brief and texts could give another draft."""

FEWEST_BEATS: Final = 4
SHORTEST_SECONDS: Final = 32.0
LONGEST_SECONDS: Final = 57.0
# the estimate may miss by a tenth, so it aims well inside the promised 30 to 60 s
PAUSE_SECONDS: Final = 0.28
"""Assumed silence between two sentences; the mix decides the real one."""
TITLE_CHARACTERS: Final = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    role: Role
    text: str
    shortest: str
    visual: tuple[str, ...]


_Story = tuple[_Passage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateWriter:
    """Writes from assets/modes; the same brief always gives the same draft."""

    @property
    def name(self) -> str:
        """Always "template"."""
        return "template"

    @property
    def fingerprint(self) -> str:
        """This module's revision and a digest of all texts."""
        return f"template r{REVISION} {modes_digest()}"

    def write(self, brief: Brief) -> Draft:
        """Hook, beats (all, or all but one) and close: the choice nearest to `brief.seconds`, in 30 to 60 s.

        Raises:
            ClipwrightError: `topic_empty`, `topic_too_long`; `mode_invalid` for damaged texts.
        """
        topic = clean_topic(brief.topic)
        mode = load_mode(brief.mode)
        story = _chosen(mode.texts[brief.language], mode.visuals, brief, shortened(topic))
        words = content_words(topic, brief.language)
        scenes = tuple(
            DraftScene(
                role=passage.role,
                sentences=_sentences(passage.text, shortened(topic), brief.language),
                visual=tuple(dict.fromkeys((*words, *passage.visual))),
            )
            for passage in story
        )
        return Draft(title=_title(topic), scenes=scenes)


def _chosen(texts: ModeTexts, visuals: ModeVisuals, brief: Brief, topic: str) -> _Story:
    """The seed's variants, nearest to the wanted time; where they run too long, shorter ones step in."""
    draws = [int(value) for value in np.random.PCG64(brief.seed).random_raw(3 + len(texts.beats))]
    hook = _passage(Role.HOOK, texts.hooks, draws[0], visuals.hook)
    close = _passage(Role.CLOSE, texts.closes, draws[1], visuals.close)
    beats = [
        _passage(Role.BEAT, variants, draw, words)
        for variants, draw, words in zip(texts.beats, draws[3:], visuals.beats, strict=True)
    ]
    choices = [beats]
    if len(beats) > FEWEST_BEATS:
        order = [(draws[2] + step) % len(beats) for step in range(len(beats))]
        choices += [beats[:gone] + beats[gone + 1 :] for gone in order]
    wanted = min(max(brief.seconds, SHORTEST_SECONDS), LONGEST_SECONDS)

    def distance(story: _Story) -> float:
        return abs(_seconds(story, topic, brief) - wanted)

    story = min(((hook, *kept, close) for kept in choices), key=distance)
    while _seconds(story, topic, brief) > LONGEST_SECONDS and (shorter := _one_shortened(story)):
        story = shorter
    return story


def _passage(role: Role, variants: tuple[str, ...], draw: int, visual: tuple[str, ...]) -> _Passage:
    return _Passage(
        role=role, text=variants[draw % len(variants)], shortest=min(variants, key=len), visual=visual
    )


def _one_shortened(story: _Story) -> _Story | None:
    """The story with its most wasteful passage replaced by the shortest variant; None when all are."""
    savings = [len(passage.text) - len(passage.shortest) for passage in story]
    if max(savings) == 0:
        return None
    index = savings.index(max(savings))
    replaced = replace(story[index], text=story[index].shortest)
    return (*story[:index], replaced, *story[index + 1 :])


def _sentences(passage: str, topic: str, language: Language) -> tuple[str, ...]:
    # split before the topic goes in: its own marks must not cut the hook
    return tuple(inserted(sentence, topic, language) for sentence in sentences(passage, language))


def _seconds(story: _Story, topic: str, brief: Brief) -> float:
    said = [sentence for passage in story for sentence in _sentences(passage.text, topic, brief.language)]
    speech = estimated_seconds(" ".join(said), language=brief.language, voice=brief.voice, pace=brief.pace)
    return speech + PAUSE_SECONDS * (len(said) - 1)


def _title(topic: str) -> str:
    if len(topic) <= TITLE_CHARACTERS:
        return topic
    head = topic[:TITLE_CHARACTERS].rpartition(" ")[0] or topic[:TITLE_CHARACTERS]
    return head.rstrip() + "…"
