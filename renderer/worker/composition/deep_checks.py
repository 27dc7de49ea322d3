"""`clipwright doctor --deep`: proves every configured provider and model with a small real call.

Each probe returns what it saw; a provider that is not set up is reported as such and is not a failure. The
cache of paid answers is bypassed, so each check of a paid provider costs one small call.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from renderer.backends.imagery.base import PictureShape
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.imagery.picture_bytes import picture_kind
from renderer.backends.providers.chat import ChatMessage, Question
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.speaking_rate import RateMeasuringSpeech
from renderer.backends.transcription.base import RATE, ArraySource
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.net.policy import Budget, BudgetLimits
from renderer.net.response_cache import NoResponseCache
from renderer.text.lines import build_line
from renderer.worker.composition import engines as parts
from renderer.worker.composition import perception
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines, engines_for_job
from renderer.worker.composition.providers import chat

CALLS: Final = 8
SENTENCE: Final = "One, two, three."
NOT_SET_UP: Final = "not set up"


def probe_engines(settings: EngineSettings) -> Engines:
    """Engines without a cache of paid answers, limited to `CALLS` calls."""
    allowance = BudgetLimits(calls=CALLS, seconds=settings.budget_seconds, money=settings.budget_money)
    return Engines(settings=settings, cache=NoResponseCache(), budget=Budget(allowance))


def check_chat(engines: Engines) -> str:
    """Ask the chat model one question; raises what `ChatClient.ask` raises."""
    if not engines.settings.chat_base_url:
        return f"{NOT_SET_UP}; the template writer stands in"
    client = chat(engines)
    schema = {
        "type": "object",
        "properties": {"ok": {"type": "boolean"}},
        "required": ["ok"],
        "additionalProperties": False,
    }
    message = ChatMessage(role="user", content='Answer with this JSON object and nothing else: {"ok": true}')
    answer = client.ask(Question(messages=(message,), schema_name="check", schema=schema, most_tokens=200))
    return f"{client.fingerprint} answered {len(answer)} characters"


def check_speech(engines: Engines) -> str:
    """Have every configured engine speak one sentence; raises what they raise."""
    speech = parts.speech(engines)
    each = speech.engines if isinstance(speech, SpeechFallback) else (speech,)
    return "; ".join(_said(engine) for engine in each)


def _said(engine: SpeechEngine) -> str:
    bare = engine
    while isinstance(bare, CachedSpeech | RateMeasuringSpeech):
        bare = bare.engine
    line = build_line(SENTENCE, id="check", language=Language.EN)
    said = bare.speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
    times = "with word times" if said.spans else "without word times"
    return f"{bare.name} spoke {len(said.samples) / said.rate:.1f} s {times}"


def check_whisper(engines: Engines) -> str:
    """Have the model transcribe half a second of a tone; raises `model_invalid`."""
    if not perception.has_whisper(engines):
        return f"{NOT_SET_UP}; words without engine times are placed by DTW"
    model = perception.transcriber(engines)
    tone = np.sin(np.arange(RATE // 2) * 0.1).astype(np.float32)
    model.model()
    model.transcribe(ArraySource(tone), advance=lambda _fraction, _detail: None, language=Language.EN)
    return f"{model.fingerprint} loads and runs"


def check_pictures(engines: Engines) -> str:
    """Have every configured source find and deliver one picture; raises what they raise."""
    finder = parts.pictures(engines)
    if not isinstance(finder, PictureFallback):
        return f"{NOT_SET_UP}; painters draw everything"
    seen = []
    for source in finder.sources:
        found = source.search("sea", language=Language.EN, shape=PictureShape(width=1080, height=1920))
        kind = picture_kind(source.fetch(found[0])) if found else "no picture of the sea"
        seen.append(f"{source.name}: {len(found)} found, {kind}")
    return "; ".join(seen)


def check_paid_memory(engines: Engines) -> str:
    """Check that paid answers can be written and read back; raises `output_unwritable`."""
    del engines
    with tempfile.TemporaryDirectory() as folder:
        job = engines_for_job(EngineSettings(), workspace=Path(folder))
        job.cache.put("00", b"kept")
        if job.cache.get("00") != b"kept":
            raise ClipwrightError("output_unwritable", path="the cache of paid answers", reason="it forgets")
    return "paid answers are kept"


DEEP_CHECKS: Final[dict[str, Callable[[Engines], str]]] = {
    "chat": check_chat,
    "speech": check_speech,
    "whisper": check_whisper,
    "pictures": check_pictures,
    "paid answers": check_paid_memory,
}
"""Name → probe; called with `probe_engines(settings)`, it returns a sentence or raises `ClipwrightError`."""
