"""A local server for the MediaWiki Action API, limited to search, articles, redirects and entities.

Replies and errors follow mediawiki.org/wiki/API: errors have status 200 and a header, `maxlag` errors have
Retry-After and X-Database-Lag, `formatversion=2` gives lists of pages, and plain texts have `== headings ==`.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from renderer.contract.vocabulary import Language
from renderer.text.topical import mentioned, topic_words
from tests.support.providers.moods import Mood


@dataclass(frozen=True, kw_only=True)
class Page:
    text: str
    revision: int = 1001
    disambiguation: bool = False
    item: str = ""
    timestamp: str = "2026-01-02T03:04:05Z"


@dataclass
class WikiServer:
    """Use as a context manager; `moods` answer first, one request each. `seen` holds the queries."""

    language: Language
    pages: dict[str, Page] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    entities: dict[str, Any] = field(default_factory=dict)
    moods: deque[Mood] = field(default_factory=deque)
    seen: list[dict[str, str]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
                del format, args

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/w/api.php"

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(handler.path).query).items()}
        self.seen.append(asked)
        self.agents.append(handler.headers.get("User-Agent", ""))
        with suppress(OSError):
            if self.moods:
                self.moods.popleft()(handler)
            else:
                send(handler, self._document(asked))

    def _document(self, asked: dict[str, str]) -> dict[str, Any]:
        if asked.get("format") != "json":
            return error("badformat", "This server speaks JSON only")
        if asked.get("action") == "wbgetentities":
            ids = asked["ids"].split("|")
            return {
                "entities": {one: self.entities.get(one, {"id": one, "missing": ""}) for one in ids},
                "success": 1,
            }
        if asked.get("action") != "query":
            return error("badvalue", 'Unrecognized value for parameter "action"')
        if asked.get("meta") == "siteinfo":
            return {"batchcomplete": True, "query": {"general": {"sitename": "Test wiki"}}}
        if asked.get("list") == "search":
            return {"batchcomplete": True, "query": {"search": self._found(asked["srsearch"])}}
        return {"batchcomplete": True, "query": self._page(asked["titles"])}

    def _found(self, query: str) -> list[dict[str, Any]]:
        either = " OR " in query
        words = topic_words(query.replace(" OR ", " "), self.language)
        rows = []
        for title, page in self.pages.items():
            hits = len(mentioned(words, f"{title} {page.text[:4000]}", self.language))
            if words and (hits == len(words) or (either and hits)):
                rows.append((-hits, title))
        rows += [
            (0, title) for title in self.redirects if set(topic_words(title, self.language)) & set(words)
        ]
        return [{"ns": 0, "title": title, "pageid": at + 1} for at, (_, title) in enumerate(sorted(rows)[:5])]

    def _page(self, title: str) -> dict[str, Any]:
        hops: list[dict[str, str]] = []
        while title in self.redirects and len(hops) < 3:
            hops.append({"from": title, "to": self.redirects[title]})
            title = self.redirects[title]
        page = self.pages.get(title)
        if page is None:
            return {"redirects": hops, "pages": [{"ns": 0, "title": title, "missing": True}]}
        props = {"wikibase_item": page.item} if page.item else {}
        document = {
            "pageid": 1 + list(self.pages).index(title),
            "ns": 0,
            "title": title,
            "extract": page.text,
            "fullurl": f"https://{self.language.value}.wikipedia.org/wiki/{title.replace(' ', '_')}",
            "revisions": [{"revid": page.revision, "parentid": 1, "timestamp": page.timestamp}],
            "pageprops": {**props, **({"disambiguation": ""} if page.disambiguation else {})},
        }
        return {"redirects": hops, "pages": [document]}


def error(code: str, text: str) -> dict[str, Any]:
    """An error document as with `errorformat=plaintext`."""
    return {"errors": [{"code": code, "text": text, "module": "main"}], "docref": "See the API help"}


def send(handler: BaseHTTPRequestHandler, document: object, **headers: str) -> None:
    body = json.dumps(document).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json; charset=utf-8")
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def lagged(seconds: str = "5") -> Mood:
    document = error("maxlag", "Waiting for a database server: 6.2 seconds lagged.")
    return lambda handler: send(
        handler, document, Retry_After=seconds, X_Database_Lag="6", MediaWiki_API_Error="maxlag"
    )


def failing(code: str) -> Mood:
    return lambda handler: send(handler, error(code, "something went wrong"), MediaWiki_API_Error=code)
