"""Chooses the engine that speaks a whole narration; part of the port, for the narrating stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.packs.catalogue import load_packs
from renderer.backends.speech.base import Speech, SpeechEngine
from renderer.backends.speech.together import spoken_together
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line
from renderer.core.voice import SYNTHETIC


class Chosen(Struct, frozen=True, kw_only=True):
    """The engine that can speak every line, and notes about the engines that could not."""

    engine: SpeechEngine
    notes: tuple[str, ...]


class HeardLine(Struct, frozen=True, kw_only=True):
    """Line `number` of a narration, counted from 1, as spoken by `engine`.

    If another engine takes over the whole narration, it starts again with number 1.
    """

    number: int
    engine: SpeechEngine
    line: Line
    speech: Speech


Heard = Callable[[HeardLine], None]
"""Called with every line as soon as it and those before it are spoken; may raise to stop."""


def unheard(_: HeardLine) -> None:
    """Ignore the line."""


@runtime_checkable
class Chooser(Protocol):
    """An engine that consists of several engines."""

    def choose(
        self, lines: Sequence[Line], *, language: Language, voice: Voice, heard: Heard = unheard
    ) -> Chosen:
        """The first engine that speaks all lines; raises `ClipwrightError` when none can."""
        ...


def chosen_engine(
    speech: SpeechEngine,
    lines: Sequence[Line],
    *,
    language: Language,
    voice: Voice,
    heard: Heard = unheard,
) -> Chosen:
    """The engine for a whole narration: `speech` itself, unless it consists of several.

    A note says so where only a robotic engine is left.
    """
    chosen = Chosen(engine=speech, notes=())
    if isinstance(speech, Chooser):
        chosen = speech.choose(lines, language=language, voice=voice, heard=heard)
    warning = robotic_note(chosen.engine.engine_for(language), language)
    return replace(chosen, notes=(*chosen.notes, *([warning] if warning else [])))


def speak_all(
    speech: SpeechEngine, lines: Sequence[Line], *, language: Language, voice: Voice, heard: Heard
) -> Chosen:
    """Speak every line with one engine, passing each to `heard`; returns what `chosen_engine` returns."""
    if not isinstance(speech, Chooser):
        for number, (line, said) in enumerate(
            spoken_together(speech, lines, language=language, voice=voice), start=1
        ):
            heard(HeardLine(number=number, engine=speech, line=line, speech=said))
        return chosen_engine(speech, lines, language=language, voice=voice)
    return chosen_engine(speech, lines, language=language, voice=voice, heard=heard)


def robotic_note(engine: str, language: Language) -> str:
    """The note for a narration by `engine`; empty if it has a natural voice."""
    if engine not in SYNTHETIC:
        return ""
    packs = [name for name, pack in load_packs().items() if pack.default and language in pack.languages]
    cure = (
        "`clipwright models fetch default` brings a natural voice"
        if packs
        else "no pack has a natural voice for it; a Piper voice or a speech endpoint would do"
    )
    return f"speech: {engine} speaks {language.value} and sounds robotic; {cure}"
