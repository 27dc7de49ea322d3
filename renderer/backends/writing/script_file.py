"""The user's own script in plain text or Markdown: paragraphs become scenes, markup is removed."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape
from html.entities import html5
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.writing.base import Brief, Draft, DraftScene
from renderer.contract.vocabulary import Language
from renderer.core.script import Role
from renderer.errors import ClipwrightError
from renderer.text.content_words import content_words
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.sentences import sentences

LONGEST: Final = 60_000
SENTENCES_PER_SCENE: Final = 4
TITLE_CHARACTERS: Final = 90

_FENCE: Final = regex.compile(r"^ {0,3}(```+|~~~+).*?^ {0,3}\1[`~]*[ \t]*$", regex.M | regex.S)
_OPEN_FENCE: Final = regex.compile(r"^ {0,3}(?:```|~~~).*\Z", regex.M | regex.S)
_FRONT_MATTER: Final = regex.compile(r"\A---\n(?:(?>[\w.-]+[ \t]*:.*|[ \t#-].*|)\n)*?---\n")
"""Only keys with their values; a rule at the top of a text is followed by sentences instead."""
_COMMENT: Final = regex.compile(r"<!--.*?-->", regex.S)
_HEADING: Final = regex.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$")
_UNDERLINE: Final = regex.compile(r"^ {0,3}(?:=+|-{2,})[ \t]*$")
_RULE: Final = regex.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BULLET: Final = regex.compile(r"^\s*(?:[-*+•‣]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_LATER_NUMBER: Final = regex.compile(r"^\s*(?!0*1[.)])\d{1,3}[.)][ \t]")
"""Cannot start a list inside a paragraph (CommonMark): it is the number of a wrapped line, as in a date."""
_QUOTE_MARK: Final = regex.compile(r"^\s*(?:>\s?)+")
_TABLE_RULE: Final = regex.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$")
_REFERENCE: Final = regex.compile(
    r"^ {0,3}\[(?:\^[^\]]+\]:.*|[^\]]+\]:\s+\S*[./#:]\S+(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^)]*\)))?\s*)$"
)
"""A link's address followed by nothing but a title, or a footnote; "[Anna]: and so on" is a line."""
_EMPTY_LINES: Final = (_RULE, _TABLE_RULE, _REFERENCE)
_ENDED: Final = regex.compile(r"[.!?…:;。！？：；।॥؟،,]['\"”’»」』)]*$")
_ENTITY: Final = regex.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
HIDDEN: Final = 0xE000
_HIDDEN: Final = regex.compile(r"[\ue000-\ue07f]")
_ESCAPED: Final = regex.compile(r"\\([!-/:-@\[-`{-~])")
_ADDRESS: Final = r"\((?:[^()]|\([^()]*\))*\)"
_STARS: Final = regex.compile(r"(\*\*\*|\*\*|\*)(?=\S)(.+?)(?<=\S)\1")
_INLINE: Final = (
    (regex.compile(r"!\[([^\]]*)\]" + _ADDRESS), r""),
    (regex.compile(r"\[([^\]]+)\]" + _ADDRESS), r"\1"),
    (regex.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),
    (regex.compile(r"\[\^[^\]]+\]"), r""),
    (regex.compile(r"<(https?://[^>\s]+|[^>\s@]+@[^>\s]+)>"), r"\1"),
    (regex.compile(r"</?[A-Za-z][^>]*>"), r""),
    (regex.compile(r"`+([^`]*)`+"), r"\1"),
    (_STARS, r"\2"),
    (_STARS, r"\2"),  # again, for nested ones
    (regex.compile(r"(?<![\p{L}\p{N}])(___|__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])"), r"\2"),
    (regex.compile(r"~~(?=\S)(.+?)(?<=\S)~~"), r"\1"),
    (regex.compile(r"[ \t]*\|[ \t]*"), r", "),
)


class ScriptFileWriter(Struct, frozen=True, kw_only=True):
    """Turns `text` (the content of the user's file) into a draft; the topic, if any, is the title."""

    text: str

    @property
    def name(self) -> str:
        """Always "file"."""
        return "file"

    @property
    def fingerprint(self) -> str:
        """The revision of the rules; the text itself is part of the order."""
        return "script file 2"

    def write(self, brief: Brief) -> Draft:
        """The user's words without additions; mode, seconds and seed are not used.

        Raises:
            ClipwrightError: `script_empty`, `script_too_long`.
        """
        if len(self.text) > LONGEST:
            raise ClipwrightError("script_too_long", length=len(self.text), limit=LONGEST)
        heading, paragraphs = _read(self.text, brief.language)
        scenes = [part for paragraph in paragraphs for part in _scenes_of(paragraph, brief.language)]
        if not scenes:
            raise ClipwrightError("script_empty")
        title = brief.topic.strip() or heading or scenes[0][0]
        return Draft(
            title=_short(title),
            scenes=tuple(
                DraftScene(
                    role=_role(index, len(scenes)),
                    sentences=part,
                    visual=content_words(" ".join(part), brief.language),
                )
                for index, part in enumerate(scenes)
            ),
        )


def _role(index: int, count: int) -> Role:
    if index == 0:
        return Role.HOOK
    return Role.CLOSE if index == count - 1 else Role.BEAT


def _short(title: str) -> str:
    text = " ".join(title.split())
    return text if len(text) <= TITLE_CHARACTERS else text[: TITLE_CHARACTERS - 1].rstrip() + "…"


def _read(text: str, language: Language) -> tuple[str, list[list[str]]]:
    """The first heading and the chunks of each paragraph; headings are spoken if there is nothing else."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    for pattern in (_FRONT_MATTER, _COMMENT, _FENCE, _OPEN_FENCE):
        plain = pattern.sub("\n\n", plain)
    reader = _Reader(joint="" if language in {Language.ZH, Language.JA} else " ")
    for line in plain.split("\n"):
        reader.take(line)
    spoken = [
        said for chunks in reader.paragraphs if (said := [chunk for chunk in chunks if is_speakable(chunk)])
    ]
    headings = [heading for heading in reader.headings if is_speakable(heading)]
    return (headings[0] if headings else ""), spoken or [[heading] for heading in headings]


class _Reader:
    """Collects headings, and paragraphs of chunks: running text is one chunk, each list item another."""

    def __init__(self, joint: str) -> None:
        self.headings: list[str] = []
        self.paragraphs: list[list[str]] = [[]]
        self._joint = joint
        self._item = False

    def take(self, line: str) -> None:
        """Add one line of Markdown."""
        if found := _HEADING.match(line):
            self.headings.append(_inline(found[1]))
            self.paragraphs.append([])
        elif _UNDERLINE.match(line) and len(self.paragraphs[-1]) == 1 and not self._item:
            self.headings.append(self.paragraphs[-1].pop())
        elif not line.strip() or any(pattern.match(line) for pattern in _EMPTY_LINES):
            self.paragraphs.append([])
        else:
            self._add(line)

    def _add(self, line: str) -> None:
        chunks = self.paragraphs[-1]
        wrapped = chunks and not self._item and _LATER_NUMBER.match(line)
        item = (bool(_BULLET.match(line)) or line.lstrip().startswith("|")) and not wrapped
        # a backslash at the end of a line is a hard break
        bare = _QUOTE_MARK.sub("", line).rstrip().removesuffix("\\")
        said = _inline(bare if wrapped else _BULLET.sub("", bare, count=1)).strip(" \t,")
        goes_on = chunks and not item and (not self._item or line[0] in " \t")
        if not said:
            return
        if goes_on:
            chunks[-1] += self._joint + said
        else:
            chunks.append(said)
            self._item = item


def _inline(text: str) -> str:
    # escaped marks are moved to the private use area while the others are replaced
    text = _ESCAPED.sub(lambda found: chr(HIDDEN + ord(found[1])), text)
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    text = _ENTITY.sub(_character, text)
    shown: str = _HIDDEN.sub(lambda found: chr(ord(found[0]) - HIDDEN), text)
    return shown.strip()


def _character(entity: regex.Match[str]) -> str:
    is_known = entity[0].startswith("&#") or entity[0][1:] in html5
    return unescape(entity[0]) if is_known else entity[0]


def _ended(text: str) -> str:
    """Add a full stop if there is no mark: list items and headings are sentences of their own."""
    if _ENDED.search(text):
        return text
    return text + ("。" if regex.search(r"[\p{Han}\p{Hiragana}\p{Katakana}]\W*$", text) else ".")


def _scenes_of(chunks: Iterable[str], language: Language) -> Iterable[tuple[str, ...]]:
    """The sentences of a paragraph, evenly divided into scenes of at most four."""
    said = [
        sentence
        for chunk in chunks
        for sentence in sentences(_ended(chunk), language)
        if is_speakable(sentence)
    ]
    count = -(-len(said) // SENTENCES_PER_SCENE)
    for index in range(count):
        part = said[index * len(said) // count : (index + 1) * len(said) // count]
        yield tuple(part)
