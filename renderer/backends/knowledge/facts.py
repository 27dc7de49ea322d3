"""The user's own facts: bullets, Markdown or a pasted article, given in a file or in the topic itself."""

from __future__ import annotations

from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.backends.knowledge.plain import cleaned, is_prose
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import Kind, TextPassage, TextSource
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.sentences import sentences

PUBLISHER: Final = "your own facts"
FACTS: Final = "The facts file"
FEWEST_SENTENCES: Final = 3
"""A topic with so many sentences or bullets is no title but facts."""
_BULLET: Final = regex.compile(r"^\s*(?:[-*+•‣·–—]|\d{1,3}[.)])\s+")
_HEADING: Final = regex.compile(
    r"^ {0,3}#{1,6}\s+(?<title>.*?)\s*#*$|^\s*={2,6}\s*(?<title>[^=].*?)\s*={2,6}\s*$"
)
"""Markdown's headings, and the ones that stand in a pasted wiki text."""
_NOISE: Final = regex.compile(r"^\s*(?:```.*|~~~.*|[-*_=|: ]{3,}|\[[^\]]+\]:\s+\S+.*)$")
_MARKUP: Final = (
    (regex.compile(r"!\[[^\]]*\]\([^)]*\)"), ""),
    (regex.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
    (regex.compile(r"\[\^?\d+\]"), ""),
    (regex.compile(r"</?[A-Za-z][^>]*>"), ""),
    (regex.compile(r"`+([^`]*)`+"), r"\1"),
    (regex.compile(r"(\*\*\*|\*\*|\*|___|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
)
_ENDED: Final = regex.compile(r"[.!?…。！？।॥؟]['\"”’»」』)]*$")


class UserFacts(Struct, frozen=True, kw_only=True):
    """Knows what `text` says, whatever the topic is. Nobody needs to be credited."""

    text: str

    @property
    def name(self) -> str:
        """Always "facts"."""
        return "facts"

    @property
    def fingerprint(self) -> str:
        """Raised with the rules; the text itself is part of the order."""
        return "facts 1"

    def look_up(self, topic: Topic) -> Found:
        """Every bullet and paragraph; raises `knowledge_none` when nothing of it can be said."""
        source = TextSource(title=PUBLISHER, publisher="")
        passages = tuple(
            TextPassage(text=text, source=source, heading=heading, kind=kind)
            for heading, kind, text in _blocks(self.text, topic.language)
        )
        if not passages:
            raise nothing_known(FACTS, "nothing that can be spoken")
        return Found(passages=passages)


def holds_facts(topic: str, language: Language) -> bool:
    """Whether a topic is a small article or a list rather than a title."""
    lines = [line for line in topic.splitlines() if line.strip()]
    bullets = sum(bool(_BULLET.match(line)) for line in lines)
    if bullets >= FEWEST_SENTENCES - 1:
        return True
    spoken = [one for line in lines for one in sentences(line, language) if is_speakable(one)]
    questions = sum(one.rstrip()[-1] in "?？؟" for one in spoken)
    return len(spoken) - questions >= FEWEST_SENTENCES


def headline(topic: str, language: Language) -> str:
    """The first line or sentence of a topic that holds facts, without its bullet: a title."""
    first = next((line for line in topic.splitlines() if line.strip()), topic)
    said = sentences(_BULLET.sub("", _HEADING.sub(r"\g<title>", first)), language)
    return (said[0] if said else first).strip().rstrip(":：")


def _blocks(text: str, language: Language) -> list[tuple[str, Kind, str]]:
    """(heading, kind, text) of every paragraph and bullet."""
    found: list[tuple[str, Kind, str]] = []
    heading, fresh = "", True
    for line in text.lstrip("\ufeff").replace("\r\n", "\n").split("\n"):
        if not line.strip() or _NOISE.match(line):
            fresh = True
            continue
        if match := _HEADING.match(line):
            heading, fresh = _plain(match["title"], language), True
            continue
        bullet = bool(_BULLET.match(line))
        said = _plain(_BULLET.sub("", line), language)
        if not is_speakable(said):
            continue
        if bullet:
            found.append((heading, Kind.ENTRY, _ended(said, language)))
            fresh = True
        elif fresh or not found:
            found.append((heading, Kind.PROSE, said))
            fresh = False
        else:
            joint = "" if language in {Language.ZH, Language.JA} else " "
            found[-1] = (heading, Kind.PROSE, found[-1][2] + joint + said)
    return [block for block in found if is_prose(block[2], language)]


def _plain(line: str, language: Language) -> str:
    for pattern, replacement in _MARKUP:
        line = pattern.sub(replacement, line)
    return cleaned(line, language)


def _ended(text: str, language: Language) -> str:
    if _ENDED.search(text):
        return text
    stop = {Language.ZH: "。", Language.JA: "。", Language.HI: "।"}.get(language, ".")
    return text.rstrip(" ,;:，；：") + stop
