"""Sentences of a film spoken one after the other into one stem."""

from __future__ import annotations

from collections.abc import Callable

from pipelines.film.last_recording import LastRecording
from pipelines.film.recorder import Foresight, NoForesight, Recorder
from pipelines.film.spoken_before import SpokenBefore
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.choice import Chooser, speak_all
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import LineMaker
from renderer.core.timecode import sample_time
from renderer.core.words import VoiceTake
from renderer.manuscript.film_fit import FilmFit
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import StageContext
from renderer.voices.profiles import load_voice


def recording_params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """Voice, language and engine decide the sound; the words come from the fit."""
    voice = order.settings.voice
    return {
        "voice": voice,
        "language": order.settings.language,
        "lexicon": order.lexicon,
        "engine": capabilities.engine(SpeechEngine).fingerprint,
        "chains": [load_voice(voice).dsp, load_voice(voice).natural],
    }


def recorded(
    context: StageContext[LongFormOrder],
    fit: FilmFit,
    before: SpokenBefore,
    *,
    line_of: LineMaker,
    foresee: Callable[[], Foresight] = NoForesight,
) -> VoiceTake:
    """One stem of all sentences of the fit, without pauses; line ids are those of the sentences.

    The sentence that opens the film is spoken first, the others in their order, each as `line_of` makes it.
    `foresee` begins a look ahead, once for every engine that is tried.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    engine = context.engine(SpeechEngine)
    last = LastRecording(KeptParts(context.store), context.order, engine, rate=fit.breathing.rate)
    alone = not (before.lines or isinstance(engine, Chooser))
    before = last.spoken() if alone else before
    sentences = sorted(fit.manuscript.sentences, key=lambda each: each.id != fit.breathing.opening)
    fresh = [sentence for sentence in sentences if sentence.text not in before.lines]
    settings = context.order.settings
    with Recorder(context, sentences, before, rate=fit.breathing.rate, foresee=foresee) as recorder:
        chosen = speak_all(
            engine,
            [line_of(sentence.text, id=sentence.id) for sentence in fresh],
            language=settings.language,
            voice=settings.voice,
            heard=recorder.hear,
        )
        recorder.finish()
        stem = recorder.kept()
        if alone:
            last.note(stem, recorder.lines, recorder.said)
    return VoiceTake(
        audio=stem,
        duration=sample_time(recorder.position),
        lines=tuple(recorder.taken),
        engine=chosen.engine.fingerprint,
        speaker=chosen.engine.engine_for(settings.language),
        notes=tuple(dict.fromkeys((*before.notes, *chosen.notes, *recorder.notes))),
    )
