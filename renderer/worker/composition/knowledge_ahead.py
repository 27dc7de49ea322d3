"""The summaries asked about a topic while engines are put together, with no more imports than that takes."""

from __future__ import annotations

from renderer.backends.knowledge.base import Answer, Topic
from renderer.backends.knowledge.summaries.source import Summaries
from renderer.backends.writing.topic import clean_topic
from renderer.contract.vocabulary import Language
from renderer.contract.writer_settings import AUTO
from renderer.worker.composition.engine_settings import EngineSettings


def asked_summaries(topic: str, language: Language) -> Answer | None:
    """What they have about it; None where they are not to be asked.

    Raises:
        ClipwrightError: as asking them does.
    """
    settings = EngineSettings()
    names = [name.strip() for name in settings.writers.split(",")]
    if names != [AUTO] and "summaries" not in names:
        return None
    summaries = Summaries(models=settings.models)
    asked = Topic(text=clean_topic(topic), language=language)
    return Answer(fingerprint=summaries.fingerprint, topic=asked, found=summaries.look_up(asked))
