"""write_script: the order's topic or text becomes a script of scenes, lines and tokens."""

from __future__ import annotations

from typing import Final

from pipelines.seeds import order_seed
from renderer.backends.writing.base import Brief, DraftScene
from renderer.contract.order import ShortOrder
from renderer.contract.vocabulary import Language
from renderer.core.script import Scene, Script, spoken_text
from renderer.errors import ClipwrightError
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext
from renderer.text.scripting import build_line
from renderer.text.stress import with_stress

TARGET_SECONDS: Final = 42.0
"""Wanted length of speech: the middle of the 30 to 60 s that short platforms reward."""


def params(order: ShortOrder, ports: Ports) -> object:
    """What of the order and the writer can change the script."""
    return {
        "topic": order.topic,
        "script": order.script,
        "mode": order.settings.video_mode,
        "language": order.settings.language,
        "voice": order.settings.voice,
        "seed": order_seed(order),
        "writer": ports.writer.fingerprint,
        "seconds": TARGET_SECONDS,
    }


def run(context: StageContext) -> Script:
    """Ask the writer and break its sentences into tokens.

    Raises:
        ClipwrightError: `script_empty` when nothing of it can be spoken.
    """
    settings = context.order.settings
    brief = Brief(
        topic=context.order.topic,
        mode=settings.video_mode,
        language=settings.language,
        voice=settings.voice,
        seconds=TARGET_SECONDS,
        seed=order_seed(context.order),
    )
    draft = context.ports.writer.write(brief)
    scenes = [
        _scene(scene, number, language=settings.language)
        for number, scene in enumerate(draft.scenes, start=1)
    ]
    script = Script(
        language=settings.language,
        title=draft.title,
        scenes=tuple(scene for scene in scenes if scene.lines),
        source=draft.source or context.ports.writer.name,
        notes=draft.notes,
    )
    if not script.lines:
        raise ClipwrightError("script_empty")
    return script


def _scene(draft: DraftScene, number: int, *, language: Language) -> Scene:
    lines = [
        with_stress(
            build_line(sentence, id=f"s{number}.l{position}", language=language),
            draft.emphasis,
            language=language,
        )
        for position, sentence in enumerate(draft.sentences, start=1)
    ]
    return Scene(
        id=f"s{number}",
        role=draft.role,
        lines=tuple(line for line in lines if spoken_text(line)),
        visual=draft.visual,
    )


STAGE: Final = Stage(name="write_script", version=2, weight=1, makes=Script, params=params, run=run)
