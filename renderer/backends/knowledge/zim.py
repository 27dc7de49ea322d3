"""An encyclopaedia in a ZIM file (openzim.org), read by libzim in a bounded child process."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from msgspec import Struct

from renderer.assets import ROOT
from renderer.backends.knowledge.articles import Article, chosen
from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.composition.scoring import meant
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.errors import ClipwrightError
from renderer.text.languages import is_spaced

SMALL: Final = 3
WALL_SECONDS: Final = 40.0
CANDIDATES: Final = 8
LARGEST_ANSWER: Final = 40_000_000

_THREE_LETTERS: Final = {
    "eng": Language.EN, "spa": Language.ES, "zho": Language.ZH, "hin": Language.HI, "ara": Language.AR,
    "por": Language.PT, "fra": Language.FR, "jpn": Language.JA, "deu": Language.DE, "rus": Language.RU,
}  # fmt: skip
"""Languages by ISO 639-3 code, as in ZIM metadata."""
USUAL_LICENCE: Final = "CC BY-SA 4.0"
"""The licence of Wikimedia's texts, used when the file does not name one."""


class ZimEncyclopaedia(Struct, frozen=True, kw_only=True):
    """Looks up topics in one ZIM file."""

    path: Path

    @property
    def name(self) -> str:
        """Always "encyclopaedia"."""
        return "encyclopaedia"

    @property
    def fingerprint(self) -> str:
        """The revision of the rules, and the file's name, size and modification time."""
        try:
            stat = self.path.stat()
        except OSError:
            return f"zim 1 {self.path.name} missing"
        return f"zim 1 {self.path.name} {stat.st_size} {stat.st_mtime_ns}"

    def look_up(self, topic: Topic) -> Found:
        """Passages of the article that fits the topic best.

        Raises:
            ClipwrightError: `knowledge_none`, `knowledge_invalid`.
        """
        words = meant(topic.text, topic.language)
        asked = f"The encyclopaedia file {self.path.name}"
        if not words:
            raise nothing_known(asked, "no word to look for")
        answer = _ask(self.path, _titles(topic, words), _queries(words))
        metadata = answer["metadata"]
        spoken = {_THREE_LETTERS.get(code.strip()) for code in metadata.get("Language", "").split(",")}
        if spoken - {None} and topic.language not in spoken:
            raise nothing_known(asked, f"no articles in the language '{topic.language.value}'")
        articles = [_article(one, metadata) for one in answer["articles"]]
        found = chosen(articles, topic, asked=asked)
        skipped = tuple(f"{asked}: {reason}" for reason in answer["skipped"][:5])
        return Found(passages=found.passages, notes=(*found.notes, *skipped))


def _titles(topic: Topic, words: tuple[str, ...]) -> list[str]:
    """Possible titles of an article: the topic, then pairs of its words, then single words."""
    text = topic.text.strip().rstrip("?？.؟!")
    if not is_spaced(topic.language):
        return list(dict.fromkeys([text, *(sorted(words, key=len, reverse=True))]))[:6]
    parts = [part.strip(".,:;!?()«»“”\"'") for part in text.split()]
    pairs = [" ".join(parts[at : at + 2]) for at in range(len(parts) - 1)]
    singles = sorted((part for part in parts if len(part) > SMALL), key=len, reverse=True)
    named = [part for pair in (pairs, singles) for part in pair if part]
    capital = [part[:1].upper() + part[1:] for part in named]
    return list(dict.fromkeys([text, *capital]))[:12]


def _queries(words: tuple[str, ...]) -> list[str]:
    """Full-text queries: all words, which the index combines with "and"; then only the longest ones."""
    singles = sorted(words, key=len, reverse=True)[:4]
    return list(dict.fromkeys([" ".join(words), " ".join(singles[:2]), *singles]))


def _article(one: dict[str, Any], metadata: dict[str, str]) -> Article:
    base = metadata.get("Source", "")
    parts = urlsplit(base)
    public = parts.scheme in {"http", "https"} and parts.hostname
    address = (
        f"{parts.scheme}://{parts.netloc}/wiki/{quote(one['path'].removeprefix('A/'))}" if public else ""
    )
    source = TextSource(
        title=one["title"],
        publisher=metadata.get("Title", "") or "encyclopaedia",
        address=address,
        revision=metadata.get("Name", ""),
        licence=metadata.get("License", "") or USUAL_LICENCE,
        date=metadata.get("Date", ""),
    )
    return Article(
        source=source,
        lines=tuple((heading, text) for heading, text in one["lines"]),
        points_elsewhere=one["points_elsewhere"],
    )


def _ask(path: Path, titles: list[str], queries: list[str]) -> dict[str, Any]:
    if not path.is_file():
        raise ClipwrightError("knowledge_invalid", path=path.name, reason="it does not exist")
    request = json.dumps(
        {"path": str(path.absolute()), "titles": titles, "queries": queries, "count": CANDIDATES}
    )
    try:
        done = subprocess.run(
            [sys.executable, "-m", "renderer.backends.knowledge.zim_host"],
            input=request.encode(),
            capture_output=True,
            timeout=WALL_SECONDS,
            check=False,
            cwd="/",
            env={"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        raise ClipwrightError(
            "knowledge_invalid", path=path.name, reason="reading it took too long"
        ) from error
    if done.returncode or len(done.stdout) > LARGEST_ANSWER:
        missing = b"No module named 'libzim'" in done.stderr
        reason = (
            "the package libzim is not installed" if missing else "its reader broke down; it may be cut off"
        )
        raise ClipwrightError("knowledge_invalid", path=path.name, reason=reason)
    answer: dict[str, Any] = json.loads(done.stdout)
    if "refused" in answer:
        raise ClipwrightError("knowledge_invalid", path=path.name, reason=answer["refused"].rstrip("."))
    return answer


@functools.cache
def is_installed() -> bool:
    """Whether libzim is installed."""
    import importlib.util  # noqa: PLC0415 - asked by the doctor only

    return importlib.util.find_spec("libzim") is not None
