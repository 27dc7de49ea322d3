"""Wikipedia in the topic's language through its public API: searches, chooses and reads an article.

What was read for a topic is cached with its revision, so that a repeated or resumed order reads the same
text, whatever happened to the article since. Wikidata adds quantities and dates where it can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
import regex
from msgspec import Struct, field

from renderer.backends.knowledge.articles import Article, chosen
from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.backends.knowledge.mediawiki import Wiki
from renderer.backends.knowledge.wikidata import NoData, Statements
from renderer.composition.scoring import meant
from renderer.core.knowledge import TextSource
from renderer.errors import ClipwrightError
from renderer.net.response_cache import NoResponseCache, ResponseCache, request_key

LICENCE: Final = "CC BY-SA 4.0"
PUBLISHER: Final = "Wikipedia"
CANDIDATES: Final = 5
REVISION: Final = 1
"""Raise when the same article could produce other passages."""
_HEADING: Final = regex.compile(r"^(={2,6})\s*(.*?)\s*\1\s*$")
_SENTENCE_END: Final = regex.compile(r"[.!?…。！？।॥؟]['\"”’»」』)\]]*$")


class _Revision(msgspec.Struct, frozen=True):
    revid: int
    timestamp: str = ""


class _Page(msgspec.Struct, frozen=True):
    title: str
    pageid: int = 0
    extract: str = ""
    fullurl: str = ""
    missing: bool = False
    pageprops: dict[str, Any] = {}
    revisions: tuple[_Revision, ...] = ()


class Wikipedia(Struct, frozen=True, kw_only=True):
    """One language edition. `cache` keeps what was read; `data` has figures about an item."""

    wiki: Wiki
    cache: ResponseCache = field(default_factory=NoResponseCache)
    data: Statements = field(default_factory=NoData)

    @property
    def name(self) -> str:
        """Always "wikipedia"."""
        return "wikipedia"

    @property
    def fingerprint(self) -> str:
        """The rules and the server."""
        return f"wikipedia r{REVISION} {self.wiki.client.endpoint.place} {self.data.fingerprint}"

    def remembers(self, topic: Topic) -> bool:
        """Whether the topic's passages are in the cache, so that it needs no network."""
        return bool(self.cache.get(self._key(topic)))

    def look_up(self, topic: Topic) -> Found:
        """Passages of the article that fits the topic best, the same ones at every call.

        Raises:
            ClipwrightError: `knowledge_none`; what `Wiki.query` raises.
        """
        key = self._key(topic)
        kept = self.cache.get(key)
        if kept:
            return msgspec.json.decode(kept, type=Found)
        found = self._asked(topic)
        self.cache.put(key, msgspec.json.encode(found))
        return found

    def _key(self, topic: Topic) -> str:
        return request_key(
            "knowledge", fingerprint=self.fingerprint, topic=topic.text, language=topic.language
        )

    def _asked(self, topic: Topic) -> Found:
        words = meant(topic.text, topic.language)
        if not words:
            raise nothing_known(PUBLISHER, "no word to look for")
        titles = self._search(" ".join(words))
        notes: list[str] = []
        items: dict[str, str] = {}
        found = chosen(self._articles(titles, notes, items), topic, asked=PUBLISHER)
        source = found.passages[0].source
        data = self._statements(items.get(source.revision, ""), topic, source, notes)
        return Found(passages=(*found.passages, *data), notes=(*found.notes, *notes))

    def _search(self, words: str) -> list[str]:
        rows: object = ()
        for query in (words, " OR ".join(words.split())):
            reply = self.wiki.query(
                list="search", srsearch=query[:290], srlimit=str(CANDIDATES), srnamespace="0", srprop=""
            )
            rows = reply.get("search")
            if rows:
                break
        if not isinstance(rows, list):
            raise ClipwrightError(
                "provider_reply", provider=self.wiki.provider, reason="its reply has no list 'search'"
            )
        return [row["title"] for row in rows if isinstance(row, dict) and isinstance(row.get("title"), str)]

    def _articles(self, titles: Iterable[str], notes: list[str], items: dict[str, str]) -> Iterator[Article]:
        """Articles one by one; one that cannot be read is noted and skipped."""
        failures = 0
        for title in titles:
            try:
                page = self._page(title)
            except ClipwrightError as error:
                failures += 1
                notes.append(f"{PUBLISHER}: an article is passed over: {error.sentence}")
                if failures >= 2:  # noqa: PLR2004 - the server is in trouble, not the article
                    return
                continue
            if page is None or not page.extract:
                continue
            revision = str(page.revisions[0].revid) if page.revisions else ""
            items[revision] = str(page.pageprops.get("wikibase_item", ""))
            yield Article(
                source=TextSource(
                    title=page.title,
                    publisher=PUBLISHER,
                    address=_permanent(page.fullurl, revision),
                    revision=revision,
                    licence=LICENCE,
                    date=page.revisions[0].timestamp[:10] if page.revisions else "",
                ),
                lines=tuple(_lines(page.extract)),
                points_elsewhere="disambiguation" in page.pageprops,
            )

    def _page(self, title: str) -> _Page | None:
        reply = self.wiki.query(
            prop="extracts|revisions|pageprops|info",
            titles=title,
            redirects="1",
            explaintext="1",
            exsectionformat="wiki",
            rvprop="ids|timestamp",
            inprop="url",
            ppprop="disambiguation|wikibase_item",
        )
        try:
            pages = msgspec.convert(reply.get("pages"), tuple[_Page, ...])
        except msgspec.ValidationError as error:
            raise ClipwrightError(
                "provider_reply", provider=self.wiki.provider, reason=f"a page of its reply: {error}"
            ) from error
        return next((page for page in pages if not page.missing), None)

    def _statements(self, item: str, topic: Topic, source: TextSource, notes: list[str]) -> tuple[Any, ...]:
        try:
            return self.data.about(item, source.title, topic.language)
        except ClipwrightError as error:
            notes.append(f"Wikidata is left out: {error.sentence}")
            return ()


def _permanent(address: str, revision: str) -> str:
    """The address of the article's revision; empty when the wiki gave no public address."""
    if not address.startswith(("https://", "http://")) or not revision:
        return address if address.startswith("http") else ""
    return f"{address}?oldid={revision}"


def _lines(extract: str) -> Iterator[tuple[str, str]]:
    """Pairs of heading and paragraph, without lines that do not end like a sentence: those are list items."""
    heading = ""
    for line in extract.splitlines():
        text = line.strip()
        if match := _HEADING.match(text):
            heading = match[2]
        elif _SENTENCE_END.search(text):
            yield heading, text
