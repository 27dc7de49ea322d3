"""The child process that reads a ZIM file: answers one request from standard input and exits.

It is a separate process because a damaged file can crash the C++ reader, and because the reader is under
the GPL. Answers are JSON: metadata and candidate articles as lines of text, or `refused` with a reason.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from libzim.reader import Archive
from libzim.search import Query, Searcher
from libzim.suggestion import SuggestionSearcher

from renderer.backends.knowledge.html_text import article_lines

CPU_SECONDS: Final = 20
MOST_REDIRECTS: Final = 8
LARGEST_ARTICLE: Final = 3_000_000
"""Most bytes of an article's HTML; larger ones are mere lists."""
_METADATA: Final = ("Title", "Language", "Date", "Publisher", "Source", "License", "Name")


def main() -> None:
    """Answer the request."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    request = json.loads(sys.stdin.read())
    try:
        answer = _answer(Path(request["path"]), request["titles"], request["queries"], request["count"])
    except (RuntimeError, OSError, ValueError, KeyError) as error:
        answer = {"refused": _first_line(error)}
    sys.stdout.write(json.dumps(answer))


def _answer(path: Path, titles: list[str], queries: list[str], count: int) -> dict[str, Any]:
    archive = Archive(path)
    metadata = {key: _text(archive, key) for key in _METADATA if key in archive.metadata_keys}
    articles: list[dict[str, Any]] = []
    skipped: list[str] = []
    seen: set[str] = set()
    for place in _places(archive, titles, queries, count):
        if len(articles) >= count:
            break
        try:
            article = _article(archive, place, seen)
        except (RuntimeError, KeyError, UnicodeDecodeError, ValueError) as error:
            skipped.append(f"{place}: {_first_line(error)}")
            continue
        if article:
            articles.append(article)
    return {"metadata": metadata, "articles": articles, "skipped": skipped}


def _first_line(error: Exception) -> str:
    """The start of an error's message; its type if it has none."""
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _text(archive: Archive, key: str) -> str:
    return bytes(archive.get_metadata(key)).decode("utf-8", "replace")[:300]


def _places(archive: Archive, titles: list[str], queries: list[str], count: int) -> Iterator[str]:
    """Paths of candidate articles: exact titles, then title suggestions, then full-text matches."""
    for title in titles:
        if archive.has_entry_by_title(title):
            yield archive.get_entry_by_title(title).path
    if archive.has_title_index:
        for title in titles:
            yield from SuggestionSearcher(archive).suggest(title).getResults(0, 3)
    if archive.has_fulltext_index:
        for query in queries:
            yield from Searcher(archive).search(Query().set_query(query)).getResults(0, max(2, count // 2))


def _article(archive: Archive, place: str, seen: set[str]) -> dict[str, Any]:
    """The article at a path, after redirects; empty if it was read before or is not HTML."""
    entry = archive.get_entry_by_path(place)
    for _ in range(MOST_REDIRECTS):
        if not entry.is_redirect:
            break
        entry = entry.get_redirect_entry()
    else:
        message = "it redirects in circles"
        raise ValueError(message)
    if entry.path in seen:
        return {}
    seen.add(entry.path)
    item = entry.get_item()
    if not item.mimetype.startswith("text/html"):
        return {}
    if item.size > LARGEST_ARTICLE:
        message = f"it has {item.size} bytes"
        raise ValueError(message)
    _, lines, points = article_lines(bytes(item.content).decode("utf-8"))
    return {"path": entry.path, "title": entry.title, "lines": lines, "points_elsewhere": points}


if __name__ == "__main__":
    main()
