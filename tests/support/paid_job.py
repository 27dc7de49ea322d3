"""A job of paid calls in a process of its own, which can be made to die right after any of them.

    python -m tests.support.paid_job SERVER_URL FOLDER DIE_AFTER

Writes a script, speaks its lines, finds and makes its pictures and translates it, as a worker does. If
DIE_AFTER is n, the process kills itself as soon as its nth paid answer is on disk; 0 lets it finish.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from renderer.backends.imagery.base import PictureRequest, PictureShape
from renderer.backends.translation.base import SourceLine
from renderer.backends.writing.base import Brief
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.net.policy import Budget, BudgetLimits
from renderer.net.response_cache import FolderResponseCache
from renderer.text.lines import build_line
from renderer.worker.composition import engines as parts
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines


@dataclass(frozen=True)
class DyingCache:
    """A folder cache whose process dies after its nth answer is kept."""

    inner: FolderResponseCache
    die_after: int
    kept: list[str] = field(default_factory=list)

    def get(self, key: str) -> bytes:
        return self.inner.get(key)

    def put(self, key: str, answer: bytes) -> None:
        self.inner.put(key, answer)
        self.kept.append(key)
        if len(self.kept) == self.die_after:
            os.kill(os.getpid(), signal.SIGKILL)


def settings_for(url: str, **changes: str) -> EngineSettings:
    """Settings with every provider at one local server."""
    return EngineSettings(
        chat_base_url=url,
        chat_model="test-chat",
        chat_key=SecretStr("sk-chat"),
        speech_base_url=url,
        speech_model="test-voice",
        image_base_url=url,
        image_model="test-image",
        provider_first_pause=0.01,
        provider_idle_seconds=5.0,
        **changes,  # type: ignore[arg-type]  # parsed by pydantic
    )


def run(engines: Engines, folder: Path) -> None:
    brief = Brief(
        topic="The sea",
        mode=VideoMode.CLEAN_EDUCATIONAL,
        language=Language.EN,
        voice=Voice.WARM_CALM,
        seconds=42.0,
        seed=1,
    )
    draft = parts.writer(engines).write(brief)
    sentences = [sentence for scene in draft.scenes for sentence in scene.sentences]
    speech = parts.speech(engines)
    for number, sentence in enumerate(sentences):
        line = build_line(sentence, id=f"l{number}", language=Language.EN)
        speech.speak(line, language=Language.EN, voice=Voice.WARM_CALM)
    requests = [
        PictureRequest(scene=f"s{number}", phrases=scene.visual, text="")
        for number, scene in enumerate(draft.scenes)
    ]
    shape = PictureShape(width=1080, height=1920)
    found = parts.pictures(engines).find(requests, language=Language.EN, shape=shape, folder=folder / "found")
    lines = [SourceLine(text=sentence, characters=400) for sentence in sentences]
    translated = parts.translator(engines).translate(lines, source=Language.EN, target=Language.DE)
    sys.stdout.write(
        f"{len(sentences)} lines, {len(found.pictures)} pictures, {len(translated)} translated\n"
    )


if __name__ == "__main__":
    place = Path(sys.argv[2])
    memory = DyingCache(FolderResponseCache(place / "paid"), int(sys.argv[3]))
    job = Engines(
        settings=settings_for(sys.argv[1]),
        cache=memory,
        notes=FolderResponseCache(place / "measured"),
        budget=Budget(BudgetLimits()),
    )
    run(job, place)
