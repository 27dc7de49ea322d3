"""Articles as read from an encyclopaedia, and the choice of the one that is about the topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import regex
from msgspec import Struct

from renderer.backends.knowledge.base import Found, Topic, nothing_known
from renderer.backends.knowledge.plain import paragraphs
from renderer.backends.knowledge.sections import is_appended, only_points
from renderer.composition.scoring import meant
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource
from renderer.text.language_check import seems_written_in
from renderer.text.topical import mentioned, stem, topic_words, words_of

FEWEST_CHARACTERS: Final = {Language.ZH: 60, Language.JA: 80}
USUAL_FEWEST_CHARACTERS: Final = 180
"""Shortest usable article; shorter ones cannot fill half a minute."""
COVERED: Final = 0.5
"""Share of the topic's content words that must occur in its article."""
COVERED_UNTITLED: Final = 0.7
"""The same where the title contains none of them."""
_BRACKET: Final = regex.compile(r"\s*[(（][^)）]*[)）]$")


class Article(Struct, frozen=True, kw_only=True):
    """Pairs of a section's heading ("" in the lead) and a line of plain text, not yet filtered."""

    source: TextSource
    lines: tuple[tuple[str, str], ...]
    points_elsewhere: bool = False


def passages_of(article: Article, language: Language) -> tuple[TextPassage, ...]:
    """The article's prose without its appendices."""
    told = ((heading, line) for heading, line in article.lines if not is_appended(heading))
    return tuple(
        TextPassage(text=text, source=article.source, heading=heading)
        for heading, text in paragraphs(told, language)
    )


def chosen(articles: Iterable[Article], topic: Topic, *, asked: str) -> Found:
    """The article that fits the topic best, with a note for each that cannot be used.

    Raises:
        ClipwrightError: `knowledge_none`; `asked` names the encyclopaedia.
    """
    wanted = meant(topic.text, topic.language)
    notes: list[str] = []
    best: tuple[float, Found] = (0.0, Found(passages=()))
    for article in articles:
        passages = passages_of(article, topic.language)
        reason = _unusable(article, passages, topic.language)
        if reason:
            notes.append(f"{asked}: “{article.source.title}” is passed over: {reason}")
            continue
        score = _score(article.source.title, passages, wanted, topic.language)
        if score > best[0]:
            best = (score, Found(passages=passages))
    if not best[1].passages:
        reason = "; ".join(note.partition(": ")[2] for note in notes[:3])
        raise nothing_known(asked, f"nothing usable about this topic{f' ({reason})' if reason else ''}")
    return Found(passages=best[1].passages, notes=tuple(notes))


def _unusable(article: Article, passages: Sequence[TextPassage], language: Language) -> str:
    """Why an article cannot be used; empty when it can."""
    opening = article.lines[0][1] if article.lines else ""
    if article.points_elsewhere or only_points(article.source.title, opening):
        return "it lists meanings of the word"
    text = " ".join(passage.text for passage in passages)
    if len(text) < FEWEST_CHARACTERS.get(language, USUAL_FEWEST_CHARACTERS):
        return "it has hardly any running text"
    if not seems_written_in(text[:4000], language):
        return f"it is not written in the language '{language.value}'"
    return ""


def _score(title: str, passages: Sequence[TextPassage], wanted: tuple[str, ...], language: Language) -> float:
    """How well an article fits: 0 if it is about something else, more the more its text has of the topic."""
    if not wanted:
        return 0.0
    bare = _BRACKET.sub("", title)
    named = topic_words(bare, language) or tuple(stem(word, language) for word in words_of(bare, language))
    in_title = mentioned(named, " ".join(wanted), language) if named else ()
    back = mentioned(wanted, title, language)
    told = {word for passage in passages[:80] for word in mentioned(wanted, passage.text, language)}
    covered = len(told) / len(wanted)
    best = max(len(mentioned(wanted, passage.text, language)) for passage in passages[:80]) / len(wanted)
    titled = bool(in_title or back)
    if covered < (COVERED if titled else COVERED_UNTITLED) or not (titled or best >= COVERED):
        return 0.0
    return len(in_title) / max(1, len(named)) + covered + best + len(back) / len(wanted)
