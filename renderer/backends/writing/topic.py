"""Turns a topic as typed into a phrase that fits into any sentence."""

from __future__ import annotations

from typing import Final

import regex

from renderer.composition.joining import load_joining, pattern
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import TOPIC_CHARACTERS, Language
from renderer.errors import ClipwrightError
from renderer.text.languages import CASED

QUOTES: Final[dict[Language, tuple[str, str, str, str]]] = {
    Language.EN: ("“", "”", "‘", "’"),
    Language.ES: ("«", "»", "“", "”"),
    Language.ZH: ("“", "”", "‘", "’"),
    Language.HI: ("“", "”", "‘", "’"),
    Language.AR: ("«", "»", "“", "”"),
    Language.PT: ("“", "”", "‘", "’"),
    Language.FR: ("«\u00a0", "\u00a0»", "“", "”"),
    Language.JA: ("「", "」", "『", "』"),
    Language.DE: ("„", "“", "‚", "‘"),
    Language.RU: ("«", "»", "„", "“"),
}
"""Outer and inner quotation marks of each language."""

LONGEST_SPOKEN: Final = 140
LONGEST_SPOKEN_IDEOGRAPHS: Final = 50
SHORTEST_KEPT: Final = 0.4
"""Least share of the limit that must be left by a cut at the end of a clause."""

_SPACE: Final = regex.compile(r"[\s\p{Cc}\u200b]+")
_DOUBLE_QUOTE: Final = regex.compile('["“”„‟«»「」『』＂]')
_WRAPPED: Final = regex.compile('["“„‟«「『＂]([^"“”„‟«»「」『』＂]+)["”“»」』＂]')
_CLOSING_MARKS: Final = regex.compile(r"[\s.,;:。，、；：।॥،؛۔…]+$")
_HASH: Final = regex.compile(r"(?<!\S)#(?=\p{L})")
_PICTURES: Final = regex.compile(
    r"^(?:\p{Extended_Pictographic}[\ufe0f\u200d]*\s*)+|(?:\s*\p{Extended_Pictographic}[\ufe0f\u200d]*)+$"
)
_FULL_STOP: Final = regex.compile(r"\{topic\}[.。।]")
_CLAUSE: Final = regex.compile(r"[.!?;:,。！？；：，、।؟،؛—–]\s*|\s[-–—]\s")
_IDEOGRAPH: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


def clean_topic(topic: str) -> str:
    """The topic as one line, without outer quotes and pictures, hash signs and closing marks.

    Question and exclamation marks stay.

    Raises:
        ClipwrightError: `topic_empty` when nothing in it can be spoken, `topic_too_long`.
    """
    if len(topic.strip()) > TOPIC_CHARACTERS:
        raise ClipwrightError("topic_too_long", length=len(topic.strip()))
    text: str = _PICTURES.sub("", _HASH.sub("", _SPACE.sub(" ", topic).strip()))
    text = _CLOSING_MARKS.sub("", text)
    if wrapped := _WRAPPED.fullmatch(text):
        inner: str = wrapped[1]
        text = _CLOSING_MARKS.sub("", inner.strip())
    if not can_be_said(text):
        raise ClipwrightError("topic_empty")
    return text


def topic_of(text: str, language: Language) -> str:
    """The clean topic without the request around it: "Make a video about the moon" is about the moon.

    Raises:
        ClipwrightError: as `clean_topic`.
    """
    topic = clean_topic(text)
    asked = topic
    for request in load_joining(language).requests:
        asked = pattern(request).sub(_only_topic, asked).strip()
    if asked == topic or not can_be_said(asked):
        return topic
    return asked[:1].upper() + asked[1:] if language in CASED else asked


def _only_topic(request: regex.Match[str]) -> str:
    """What remains of a request: its part called "topic", if its pattern has one."""
    return request.groupdict().get("topic") or ""


def shortened(topic: str) -> str:
    """The topic cut to fit a spoken sentence, after a clause or else a word, and marked by an ellipsis."""
    limit = LONGEST_SPOKEN_IDEOGRAPHS if len(_IDEOGRAPH.findall(topic)) > len(topic) / 3 else LONGEST_SPOKEN
    if len(topic) <= limit:
        return topic
    head = topic[:limit]
    cuts = [match for match in _CLAUSE.finditer(head) if match.end() >= SHORTEST_KEPT * limit]
    if cuts:
        return head[: cuts[-1].start()].rstrip() + "…"
    words = head.rpartition(" ")[0]
    return (words if len(words) >= SHORTEST_KEPT * limit else head).rstrip() + "…"


def quoted(topic: str, language: Language) -> str:
    """The topic in the language's quotation marks, with quotes inside it turned into inner ones."""
    opening, closing, inner_opening, inner_closing = QUOTES[language]
    parts = _DOUBLE_QUOTE.split(topic)
    text = parts[0]
    for index, part in enumerate(parts[1:]):
        text += (inner_opening if index % 2 == 0 else inner_closing) + part
    return f"{opening}{text}{closing}"


def inserted(sentence: str, topic: str, language: Language) -> str:
    """`sentence` with `{topic}` filled in; a full stop after a question mark is dropped."""
    phrase = quoted(topic, language)
    if topic[-1] in "?!？！؟…":
        sentence = _FULL_STOP.sub("{topic}", sentence)
    return sentence.replace("{topic}", phrase)
