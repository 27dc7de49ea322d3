"""Looks a topic up in the summaries while the engines are still being built, with minimal imports."""

from __future__ import annotations

from renderer.backends.knowledge.base import Answer, Topic
from renderer.backends.knowledge.summaries.source import Summaries
from renderer.backends.writing.topic import topic_of
from renderer.contract.vocabulary import Language
from renderer.contract.writer_settings import AUTO
from renderer.worker.composition.engine_settings import EngineSettings


def asked_summaries(topic: str, language: Language) -> Answer | None:
    """What the summaries have about the topic; None when the settings do not include them.

    Raises:
        ClipwrightError: what the look-up raises.
    """
    settings = EngineSettings()
    names = [name.strip() for name in settings.writers.split(",")]
    if names != [AUTO] and "summaries" not in names:
        return None
    summaries = Summaries(models=settings.models)
    asked = Topic(text=topic_of(topic, language), language=language)
    return Answer(fingerprint=summaries.fingerprint, topic=asked, found=summaries.look_up(asked))
