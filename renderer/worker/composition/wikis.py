"""Wikis built from settings, and whether they answer; imported only where one may be asked."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct
from pydantic import SecretStr

from renderer.backends.knowledge.base import Topic
from renderer.backends.knowledge.mediawiki import Wiki, agent
from renderer.backends.knowledge.wikidata import NoData, Statements, Wikidata
from renderer.backends.knowledge.wikipedia import Wikipedia
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.addresses import accepts
from renderer.net.bounds import MEGABYTE, Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.response_cache import ResponseCache
from renderer.worker.composition.engine_settings import KNOWLEDGE_SETTING, EngineSettings

REACH_SECONDS: Final = 2.0
BELIEVED_SECONDS: Final = 60.0


@dataclass(slots=True)
class _Reach:
    """Recent reachability by server address: when it was last tried, and whether it answered."""

    tried: dict[str, tuple[float, bool]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


_REACH: Final = _Reach()


class Wikis(Struct, frozen=True, kw_only=True):
    """Builds wikis from the settings, the job's policy, and the cache of what was read."""

    settings: EngineSettings
    policy: Policy
    cache: ResponseCache

    def chosen(self, topic: Topic, *, automatic: bool) -> Wikipedia | None:
        """The topic's edition; with `automatic` only if it has the topic cached or answers now, else None.

        Raises:
            ClipwrightError: `provider_unconfigured` when it was named but may not be asked.
        """
        settings = self.settings
        wikipedia = self.wikipedia(topic.language)
        if wikipedia.remembers(topic) or not automatic:
            if settings.offline and not wikipedia.remembers(topic):
                raise ClipwrightError(
                    "provider_unconfigured", provider="Wikipedia", setting="CLIPWRIGHT_OFFLINE to false"
                )
            return wikipedia
        return wikipedia if not settings.offline and self.reaches(wikipedia.wiki) else None

    def wikipedia(self, language: Language) -> Wikipedia:
        """The edition in a language, with Wikidata where that is set up."""
        settings = self.settings
        data: Statements = NoData()
        if settings.wikidata_url:
            data = Wikidata(wiki=self._wiki("Wikidata", settings.wikidata_url, "CLIPWRIGHT_WIKIDATA_URL"))
        address = settings.knowledge_url.replace("{language}", language.value)
        return Wikipedia(
            wiki=self._wiki("Wikipedia", address, KNOWLEDGE_SETTING), cache=self.cache, data=data
        )

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

    def reaches(self, wiki: Wiki) -> bool:
        """Whether the server answers within `REACH_SECONDS`; the answer is kept for `BELIEVED_SECONDS`."""
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
        probe = self._wiki("Wikipedia", address, KNOWLEDGE_SETTING, seconds=REACH_SECONDS)
        try:
            if not accepts(probe.client.endpoint.origin, seconds=REACH_SECONDS):
                return False  # before the HTTP library is imported
            probe.client.get("", query={"action": "query", "meta": "siteinfo", "format": "json"})
        except ClipwrightError:
            return False
        return True
