"""The writer for unknown topics: it asks questions about the topic's own words and states nothing.

Every sentence is a lead in the mode's voice, a colon, and a form that quotes the topic or one of its words.
The quoted words are in quotation marks, so they need not be inflected in any language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import regex
from msgspec import Struct

from renderer.backends.knowledge.topic_nouns import topic_nouns
from renderer.backends.writing.base import TEMPLATE, Brief, Draft, DraftScene
from renderer.backends.writing.modes import Asking, ModeFile, load_asking, load_mode, modes_digest
from renderer.backends.writing.topic import inserted, quoted, shortened, topic_of
from renderer.composition.frames import unframed
from renderer.composition.joining import NO_QUESTION, load_joining, question_kind
from renderer.composition.scoring import meant
from renderer.composition.titles import with_capital
from renderer.contract.vocabulary import Language
from renderer.core.pauses import TYPICAL
from renderer.core.script import Role
from renderer.text.content_words import content_words
from renderer.text.languages import is_spaced
from renderer.text.nouns.written import is_empty, nouns_digest, written_nouns
from renderer.text.segmentation.tokens import tokenise
from renderer.text.topical import stem, topic_words
from renderer.voices.speaking_rate import estimated_seconds

REVISION: Final = 7
"""Raise when the same brief and texts could produce another draft."""

SHORTEST_SECONDS: Final = 32.0
ENOUGH_SECONDS: Final = 35.0
"""Length from which no more questions are added, as there is little to say."""
TITLE_CHARACTERS: Final = 90
LINES_PER_SCENE: Final = 2
LONGEST_WORD: Final = 24
LONGEST_NAME: Final = 6
"""Characters up to which a Chinese or Japanese topic without particles is one name, which may be unknown."""
_PARTICLES: Final = {
    Language.ZH: regex.compile("[的与和是吗]|什么|怎么"),
    Language.JA: regex.compile("[のとはがをに]"),
}
_EDGES: Final = regex.compile(r"^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$")


class TemplateWriter(Struct, frozen=True, kw_only=True):
    """Writes from assets/asking and assets/modes; the same brief always gives the same draft."""

    @property
    def name(self) -> str:
        """Always "template"."""
        return TEMPLATE

    @property
    def fingerprint(self) -> str:
        """This module's revision, a digest of all texts, and one of the words that mark nouns."""
        return f"template r{REVISION} {modes_digest()} {nouns_digest()}"

    def write(self, brief: Brief) -> Draft:
        """A hook, as many questions as fit into about half a minute, and a close.

        Raises:
            ClipwrightError: `topic_empty`, `topic_too_long`; `asset_invalid` for damaged texts.
        """
        topic = topic_of(brief.topic, brief.language)
        mode, asking = load_mode(brief.mode), load_asking(brief.language)
        sentences = _sentences(brief, shortened(topic), asking)
        words = content_words(topic, brief.language)
        return Draft(title=_title(topic), scenes=_scenes(sentences, mode, words))


def _sentences(brief: Brief, topic: str, asking: Asking) -> list[str]:
    """All sentences in order; leads and forms are shuffled by the seed, and no form is used twice."""
    dice = np.random.Generator(np.random.PCG64(brief.seed))
    leads = asking.leads[brief.mode]
    hook = _said(
        _one(leads.hooks, dice), inserted(_one(asking.hooks, dice), topic, brief.language), brief.language
    )
    close = _said(
        _one(leads.closes, dice), inserted(_one(asking.closes, dice), topic, brief.language), brief.language
    )
    spoken_for = _seconds([hook, close], brief)
    words = _own_words(topic, brief.language)
    order, opening = dice.permutation(len(asking.beats)), dice.permutation(len(leads.beats))
    beats: list[str] = []
    for step in range(len(asking.beats)):
        if _seconds(beats, brief) + spoken_for >= ENOUGH_SECONDS:
            break
        form = asking.beats[order[step]].replace("{word}", quoted(words[step % len(words)], brief.language))
        beats.append(_said(leads.beats[opening[step % len(opening)]], form, brief.language))
    return [hook, *beats, close]


def _one(texts: tuple[str, ...], dice: np.random.Generator) -> str:
    return texts[int(dice.integers(len(texts)))]


def _said(lead: str, form: str, language: Language) -> str:
    if not is_spaced(language):
        return f"{lead}：{form}"
    return f"{lead}\u00a0: {form}" if language is Language.FR else f"{lead}: {form}"


def _own_words(topic: str, language: Language) -> tuple[str, ...]:
    """What is asked about: nouns and names as written; if there are none, other words, or else the topic.

    A short topic that asks nothing comes first as a whole ("Area 51"), without the frame around it. Where
    words are not spaced, it comes alone: what is torn out of a name ("蔚来汽车") means something else.
    """
    bare = unframed(topic, language)
    named = _english_nouns(bare) if language is Language.EN else written_nouns(bare, language)
    asked = set(meant(bare, language))
    words = dict.fromkeys(_meaning_words(bare, language))
    found = named or tuple(word for word in words if stem(word, language) in asked) or (topic,)
    is_asking = question_kind(topic, load_joining(language)) != NO_QUESTION
    if is_asking or len(bare) > LONGEST_WORD:
        return found
    if not is_spaced(language):
        is_name = len(bare) <= LONGEST_NAME and not _PARTICLES[language].search(bare)
        return (bare,) if is_name else found
    return (bare,) if len(found) == 1 else tuple(dict.fromkeys((bare, *found)))


def _meaning_words(topic: str, language: Language) -> Iterator[str]:
    """The topic's content words as written; none in Japanese, where they end in particles."""
    wanted = set(topic_words(topic, language))
    for piece in () if language is Language.JA else tokenise(topic, language):
        word = _EDGES.sub("", piece.display)
        meant = stem(word, language) in wanted if is_spaced(language) else bool(topic_words(word, language))
        if meant and 1 < len(word) <= LONGEST_WORD and not is_empty(word, language):
            yield word


def _english_nouns(topic: str) -> tuple[str, ...]:
    """An English topic's nouns and terms ("compound interest"), and its other capitalised words."""
    nouns = [one.written for one in topic_nouns(topic) if len(one.written) <= LONGEST_WORD]
    held = " ".join(nouns).casefold().split()
    words = _meaning_words(topic, Language.EN)
    named = [word for word in words if word[:1].isupper() and not topic.startswith(word)]
    return tuple(dict.fromkeys((*nouns, *(word for word in named if word.casefold() not in held))))


def _scenes(sentences: list[str], mode: ModeFile, words: tuple[str, ...]) -> tuple[DraftScene, ...]:
    """The sentences as scenes; two questions share a picture."""
    hook, *beats, close = sentences
    groups = [tuple(beats[at : at + LINES_PER_SCENE]) for at in range(0, len(beats), LINES_PER_SCENE)]
    pictures = mode.visuals.beats
    return (
        DraftScene(role=Role.HOOK, sentences=(hook,), visual=_visual(words, mode.visuals.hook)),
        *(
            DraftScene(role=Role.BEAT, sentences=group, visual=_visual(words, pictures[at % len(pictures)]))
            for at, group in enumerate(groups)
        ),
        DraftScene(role=Role.CLOSE, sentences=(close,), visual=_visual(words, mode.visuals.close)),
    )


def _visual(words: tuple[str, ...], pictures: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *pictures)))


def _seconds(said: list[str], brief: Brief) -> float:
    text = " ".join(said)
    speech = estimated_seconds(text, language=brief.language, voice=brief.voice, pace=brief.pace)
    return speech + float(TYPICAL) * max(0, len(said) - 1)


def _title(topic: str) -> str:
    topic = with_capital(topic)
    if len(topic) <= TITLE_CHARACTERS:
        return topic
    head = topic[:TITLE_CHARACTERS].rpartition(" ")[0] or topic[:TITLE_CHARACTERS]
    return head.rstrip() + "…"
