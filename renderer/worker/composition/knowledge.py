"""Knowledge sources built from settings. Facts files belong to an order; these sources to the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from renderer.backends.knowledge.answered import AnsweredKnowledge
from renderer.backends.knowledge.base import Answers, Knowledge, NoAnswers, Topic
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.knowledge.lexicon import Lexicon
from renderer.backends.knowledge.summaries.collection import FOLDER
from renderer.errors import ClipwrightError
from renderer.worker.composition.engine_settings import KNOWLEDGE_SETTING, EngineSettings

SOURCES: Final = ("encyclopaedia", "wikipedia", "summaries", "lexicon")
_NO_PATH: Final = Path()


class ChooseWikipedia(Protocol):
    """Chooses an edition of Wikipedia."""

    def __call__(self, topic: Topic, *, automatic: bool) -> Knowledge | None:
        """The topic's edition; with `automatic` only if it has the topic cached or answers now, else None.

        Raises:
            ClipwrightError: `provider_unconfigured` when it was named but may not be asked.
        """


class Knowing(Struct, frozen=True, kw_only=True):
    """Builds knowledge sources from the settings; `wikipedia` chooses the topic's edition, if one is set up.

    `answers` holds the look-ups in the summaries that were already made.
    """

    settings: EngineSettings
    wikipedia: ChooseWikipedia
    answers: Answers = NoAnswers()

    def sources(self, names: tuple[str, ...], topic: Topic, *, automatic: bool) -> KnowledgeInOrder:
        """The named sources in order; with `automatic` only those that are set up and reachable now.

        Raises:
            ClipwrightError: `provider_unconfigured` for a named source that is not set up.
        """
        made = [self._source(name, topic, automatic=automatic) for name in names if name in SOURCES]
        return KnowledgeInOrder(sources=tuple(one for one in made if one is not None))

    def _source(self, name: str, topic: Topic, *, automatic: bool) -> Knowledge | None:
        settings = self.settings
        if name == "lexicon":
            return Lexicon()
        if name == "summaries":
            return self._summaries(automatic=automatic)
        if name == "encyclopaedia":
            if settings.encyclopaedia == _NO_PATH:
                if automatic:
                    return None
                setting = "CLIPWRIGHT_ENCYCLOPAEDIA to a ZIM file (docs/KNOWLEDGE.md says which)"
                raise ClipwrightError("provider_unconfigured", provider="The encyclopaedia", setting=setting)
            from renderer.backends.knowledge.zim import ZimEncyclopaedia  # noqa: PLC0415 - where there is one

            return ZimEncyclopaedia(path=settings.encyclopaedia)
        if not settings.knowledge_url:
            if automatic:
                return None
            raise ClipwrightError("provider_unconfigured", provider="Wikipedia", setting=KNOWLEDGE_SETTING)
        return self.wikipedia(topic, automatic=automatic)

    def _summaries(self, *, automatic: bool) -> Knowledge | None:
        if not (self.settings.models / FOLDER).is_dir():
            if automatic:
                return None
            setting = "them up with `clipwright models fetch summaries`"
            raise ClipwrightError(
                "provider_unconfigured", provider="The collection of summaries", setting=setting
            )
        from renderer.backends.knowledge.summaries.source import Summaries  # noqa: PLC0415 - if installed

        return AnsweredKnowledge(knowledge=Summaries(models=self.settings.models), answers=self.answers)
