"""Sources of knowledge put together from settings: facts files are the order's, these are the machine's."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from renderer.backends.knowledge.base import Knowledge, Topic
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.knowledge.lexicon import Lexicon
from renderer.backends.knowledge.mediawiki import Wiki, agent
from renderer.backends.knowledge.wikidata import NoData, Statements, Wikidata
from renderer.backends.knowledge.wikipedia import Wikipedia
from renderer.backends.knowledge.zim import ZimEncyclopaedia
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.http import Endpoint, HttpClient
from renderer.net.policy import Policy
from renderer.net.response_cache import ResponseCache
from renderer.net.transport import MEGABYTE, Bounds
from renderer.worker.composition.engine_settings import EngineSettings

SETTING: Final = "CLIPWRIGHT_KNOWLEDGE_URL"
SOURCES: Final = ("encyclopaedia", "wikipedia", "lexicon")
REACH_SECONDS: Final = 2.0
BELIEVED_SECONDS: Final = 60.0
_NO_PATH: Final = Path()


@dataclass(slots=True)
class _Reach:
    """Which servers answered lately, by address: when it was tried, and whether."""

    tried: dict[str, tuple[float, bool]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


_REACH: Final = _Reach()


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowing:
    """What knowledge is made of: settings, the job's policy, and where what was read is kept."""

    settings: EngineSettings
    policy: Policy
    cache: ResponseCache

    def sources(self, names: tuple[str, ...], topic: Topic, *, automatic: bool) -> KnowledgeInOrder:
        """The named sources in order; of automatic ones those that are set up and can be reached now.

        Raises:
            ClipwrightError: `provider_unconfigured` for a named one that is not set up.
        """
        made = [self._source(name, topic, automatic=automatic) for name in names if name in SOURCES]
        return KnowledgeInOrder(sources=tuple(one for one in made if one is not None))

    def _source(self, name: str, topic: Topic, *, automatic: bool) -> Knowledge | None:
        settings = self.settings
        if name == "lexicon":
            return Lexicon()
        if name == "encyclopaedia":
            if settings.encyclopaedia == _NO_PATH:
                if automatic:
                    return None
                setting = "CLIPWRIGHT_ENCYCLOPAEDIA to a ZIM file (docs/KNOWLEDGE.md says which)"
                raise ClipwrightError("provider_unconfigured", provider="The encyclopaedia", setting=setting)
            return ZimEncyclopaedia(path=settings.encyclopaedia)
        if not settings.knowledge_url:
            if automatic:
                return None
            raise ClipwrightError("provider_unconfigured", provider="Wikipedia", setting=SETTING)
        wikipedia = self._wikipedia(topic.language)
        if wikipedia.remembers(topic) or not automatic:
            if settings.offline and not wikipedia.remembers(topic):
                raise ClipwrightError(
                    "provider_unconfigured", provider="Wikipedia", setting="CLIPWRIGHT_OFFLINE to false"
                )
            return wikipedia
        return wikipedia if not settings.offline and self._reaches(wikipedia.wiki) else None

    def _wikipedia(self, language: Language) -> Wikipedia:
        settings = self.settings
        data: Statements = NoData()
        if settings.wikidata_url:
            data = Wikidata(wiki=self._wiki("Wikidata", settings.wikidata_url, "CLIPWRIGHT_WIKIDATA_URL"))
        address = settings.knowledge_url.replace("{language}", language.value)
        return Wikipedia(wiki=self._wiki("Wikipedia", address, SETTING), cache=self.cache, data=data)

    def _wiki(self, provider: str, address: str, setting: str, *, seconds: float = 0.0) -> Wiki:
        settings = self.settings
        endpoint = Endpoint(
            provider=provider,
            base=address,
            setting=setting,
            key=SecretStr(""),
            agent=agent(settings.knowledge_contact),
        )
        bounds = Bounds(
            connect=seconds or min(settings.provider_connect_seconds, 5.0),
            idle=seconds or min(settings.provider_idle_seconds, 15.0),
            total=seconds or min(settings.provider_total_seconds, 30.0),
            body=settings.provider_answer_mb * MEGABYTE // 10,
        )
        return Wiki(client=HttpClient(endpoint=endpoint, bounds=bounds), policy=self.policy)

    def _reaches(self, wiki: Wiki) -> bool:
        """Whether the server answers within two seconds; believed for a minute."""
        address = wiki.client.endpoint.base
        now = self.policy.waiting.monotonic()
        with _REACH.lock:
            when, answered = _REACH.tried.get(address, (-BELIEVED_SECONDS, False))
            if now - when < BELIEVED_SECONDS:
                return answered
        answered = self._answers(address)
        with _REACH.lock:
            _REACH.tried[address] = (now, answered)
        return answered

    def _answers(self, address: str) -> bool:
        probe = self._wiki("Wikipedia", address, SETTING, seconds=REACH_SECONDS)
        try:
            probe.client.get("", query={"action": "query", "meta": "siteinfo", "format": "json"})
        except ClipwrightError:
            return False
        return True
