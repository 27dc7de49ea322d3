"""The user's own facts, given in a file or in the topic itself: bullets, Markdown or a pasted article."""

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
"""Sentences from which a topic counts as facts instead of a title; of bullets, one fewer is enough."""
_BULLET: Final = regex.compile(r"^\s*(?:[-*+•‣·–—]|\d{1,3}[.)])\s+")
_HEADING: Final = regex.compile(
    r"^ {0,3}#{1,6}\s+(?<title>.*?)\s*#*$|^\s*={2,6}\s*(?<title>[^=].*?)\s*={2,6}\s*$"
)
"""Headings in Markdown and in pasted wiki text."""
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
    """Gives what `text` says, whatever the topic is, without a publisher to credit."""

    text: str

    @property
    def name(self) -> str:
        """Always "facts"."""
        return "facts"

    @property
    def fingerprint(self) -> str:
        """The revision of the rules; the text itself is part of the order."""
        return "facts 1"

    def look_up(self, topic: Topic) -> Found:
        """Every bullet and paragraph; raises `knowledge_none` when none of them can be spoken."""
        source = TextSource(title=PUBLISHER, publisher="")
        passages = tuple(
            TextPassage(text=text, source=source, heading=heading, kind=kind)
            for heading, kind, text in _blocks(self.text, topic.language)
        )
        if not passages:
            raise nothing_known(FACTS, "nothing that can be spoken")
        return Found(passages=passages)


def holds_facts(topic: str, language: Language) -> bool:
    """Whether a topic is a short article or a list instead of a title."""
    lines = [line for line in topic.splitlines() if line.strip()]
    bullets = sum(bool(_BULLET.match(line)) for line in lines)
    if bullets >= FEWEST_SENTENCES - 1:
        return True
    spoken = [one for line in lines for one in sentences(line, language) if is_speakable(one)]
    questions = sum(one.rstrip()[-1] in "?？؟" for one in spoken)
    return len(spoken) - questions >= FEWEST_SENTENCES


def headline(topic: str, language: Language) -> str:
    """A title for a topic that contains facts: its first line or sentence, without a bullet."""
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
