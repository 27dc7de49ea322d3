"""write_script: the order's topic or text becomes a script of scenes, lines and tokens."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pipelines.seeds import order_seed
from renderer.backends.knowledge.facts import headline, holds_facts
from renderer.backends.speech.base import SpeechEngine, start_early
from renderer.backends.writing.base import (
    NOTHING_KNOWN,
    TEMPLATE,
    Brief,
    Draft,
    DraftScene,
    ScriptWriter,
)
from renderer.composition.rounding import rounded_line
from renderer.contract.orders.short import ShortOrder
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import Language
from renderer.core.script import Line, Scene, Script, spoken_text
from renderer.core.words import VoiceTake
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.text.called import called
from renderer.text.content_words import content_words
from renderer.text.lines import build_line
from renderer.text.prepared import Preparation
from renderer.text.pronunciation import Pronunciations, pronounced, read_pronunciations
from renderer.text.stress import with_stress

TARGET_SECONDS: Final = 42.0
"""Wanted length of speech: the middle of the 30 to 60 s that short platforms reward."""


def params(order: ShortOrder, capabilities: CapabilitySet) -> object:
    """What can change the script: parts of the order, the writer and the wanted length."""
    return {
        "topic": order.topic,
        "script": order.script,
        "facts": order.facts,
        "lexicon": order.lexicon,
        "mode": order.settings.video_mode,
        "language": order.settings.language,
        "voice": order.settings.voice,
        "seed": order_seed(order),
        "writer": capabilities.engine(ScriptWriter).fingerprint,
        "seconds": TARGET_SECONDS,
    }


def run(context: StageContext[ShortOrder]) -> Script:
    """Ask the writer, prepare its text for the bundled font faces, break its sentences into tokens.

    The speech engine starts meanwhile.

    Raises:
        ClipwrightError: `script_empty` when nothing of it can be spoken; `lexicon_invalid`; what the writer
            raises.
    """
    settings = context.order.settings
    if VoiceTake in context.coming:
        start_early(context.engine(SpeechEngine), settings.language, settings.voice)
    preparation = Preparation()
    topic, facts = _told(context.order)
    brief = Brief(
        topic=preparation.text(topic),
        mode=settings.video_mode,
        language=settings.language,
        voice=settings.voice,
        seconds=TARGET_SECONDS,
        seed=order_seed(context.order),
        facts="\n".join(preparation.text(line) for line in facts.splitlines()),
    )
    known = read_pronunciations(context.order.lexicon)
    draft = _prepared(context.engine(ScriptWriter).write(brief), preparation)
    scenes = [
        _scene(scene, number, language=settings.language, known=known)
        for number, scene in enumerate(draft.scenes, start=1)
    ]
    script = Script(
        language=settings.language,
        title=draft.title,
        scenes=tuple(scene for scene in scenes if scene.lines),
        source=draft.source or context.engine(ScriptWriter).name,
        notes=(*draft.notes, *preparation.notes()),
        sources=draft.sources,
        engine=context.engine(ScriptWriter).fingerprint,
    )
    if not script.lines:
        raise ClipwrightError("script_empty")
    context.advance(1.0, said_by(script))
    return script


def _told(order: ShortOrder) -> tuple[str, str]:
    """Topic and facts; a topic that holds several sentences or bullets is facts under its headline.

    A topic of signs or emoji alone becomes their names.
    """
    language = order.settings.language
    topic = order.topic if can_be_said(order.topic) else called(order.topic)
    if order.script or order.facts or not holds_facts(topic, language):
        return topic, order.facts
    return headline(topic, language), topic


def said_by(script: Script) -> str:
    """Who wrote the script and from what, in one sentence for a person."""
    if script.sources:
        titles = ", ".join(dict.fromkeys(f"“{source.title}”" for source in script.sources))
        return f"script by {script.source}, from {titles}"
    if script.source == TEMPLATE:
        return f"script by {script.source}: {NOTHING_KNOWN}"
    return f"script by {script.source}"


def _prepared(draft: Draft, preparation: Preparation) -> Draft:
    """The draft, prepared so that bundled font faces can draw all of it."""
    return replace(
        draft,
        title=preparation.text(draft.title),
        scenes=tuple(_prepared_scene(scene, preparation) for scene in draft.scenes),
    )


def _prepared_scene(scene: DraftScene, preparation: Preparation) -> DraftScene:
    """The scene, prepared likewise; a sentence with nothing left is dropped together with its sources."""
    grounds = scene.grounds or ((),) * len(scene.sentences)
    kept = [
        (text, ground)
        for sentence, ground in zip(scene.sentences, grounds, strict=True)
        for text in preparation.texts((sentence,))
    ]
    return replace(
        scene,
        sentences=tuple(text for text, _ in kept),
        grounds=tuple(ground for _, ground in kept),
        visual=preparation.texts(scene.visual),
        emphasis=preparation.texts(scene.emphasis),
    )


def _scene(draft: DraftScene, number: int, *, language: Language, known: Pronunciations) -> Scene:
    grounds = draft.grounds or ((),) * len(draft.sentences)
    lines = [
        replace(
            with_stress(
                pronounced(
                    _heard(sentence, id=f"s{number}.l{position}", language=language, grounded=bool(sources)),
                    known,
                ),
                draft.emphasis,
                language=language,
            ),
            sources=sources,
            pictures=content_words(sentence, language) if sources else (),
        )
        for position, (sentence, sources) in enumerate(zip(draft.sentences, grounds, strict=True), start=1)
    ]
    return Scene(
        id=f"s{number}",
        role=draft.role,
        lines=tuple(line for line in lines if spoken_text(line)),
        visual=draft.visual,
    )


def _heard(sentence: str, *, id: str, language: Language, grounded: bool) -> Line:  # noqa: A002  the field's name
    """The line; long numbers of a source are rounded for the ear and stay exact on screen."""
    return (
        rounded_line(sentence, id=id, language=language)
        if grounded
        else build_line(sentence, id=id, language=language)
    )


STAGE: Final[Stage[ShortOrder]] = Stage(
    name="write_script",
    version=9,
    weight=1,
    makes=Script,
    params=params,
    run=run,
    summary=said_by,
)
