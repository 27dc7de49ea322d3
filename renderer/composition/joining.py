"""Reads assets/composition/<language>.toml: how facts are recognised, split and joined in one language."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Final

import msgspec
import regex

from renderer.assets import ASSETS, invalid, read_asset
from renderer.contract.vocabulary import Language, VideoMode

FOLDER: Final = ASSETS / "composition"
NO_QUESTION: Final = ""

_Phrase = Annotated[str, msgspec.Meta(min_length=2, max_length=90)]
_Phrases = Annotated[tuple[_Phrase, ...], msgspec.Meta(min_length=2)]


class Phrases(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Phrases spoken around the facts; none of them states anything.

    `number` and `close_number` contain {number}, `named` contains {name}, `question`, `close_topic` and
    `close_subject` contain {topic}, and `close_asked` contains {asked}, the topic as an indirect question
    ("So that is why octopuses have three hearts."). `turn`, `answer` and `reason` (answers to a why or how)
    end in a colon that a fact follows. `close_subject` ends a story without an answer.
    """

    number: _Phrases
    named: _Phrases
    question: _Phrases
    turn: _Phrases
    answer: _Phrases
    reason: tuple[_Phrase, ...]
    close_number: _Phrases
    close_topic: _Phrases
    close_subject: _Phrases
    close_asked: _Phrases


class Joining(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The rules of one language.

    `questions` and `answers` hold one pattern for each kind of question, most reliable first. `asks` finds
    topics that are worded as questions and take the `question_marks` before and after them; `indirect` finds
    those that can stand as a question inside a sentence, `defines` those for what or who something is,
    `counts` those for a number of things. `measures` maps questions for a measure ("how deep") to what their
    answers contain beside a number; `frames` find what only says how a topic is told, `requests` what asks
    for a video about it; of a request only what its pattern calls "topic" remains, if it does. `elided` finds
    sentences whose subject shows only in the verb form, `pronouns` those that begin with a pronoun for it.
    Words in `small` lose their capital after a colon.

    `unanswered` introduces what is told when no answer was found, `unasked` the last fact about a topic that
    asks nothing. `remarks` comment on what was just said. `open` and `undecided` (with {topic}) ask again: a
    question without an answer, and one whose answer may have been told. `short` has brief questions by kind,
    and for "other".
    """

    about: str
    dangling: str
    elided: str
    pronouns: str
    strip: str
    split: str
    turn: str
    because: str
    surprise: str
    asks: str
    indirect: str
    defines: str
    question_marks: tuple[str, str]
    small: str
    unanswered: _Phrases
    unasked: _Phrases
    remarks: _Phrases
    undecided: _Phrases
    counts: str
    open: _Phrases
    questions: dict[str, str]
    answers: dict[str, str]
    measures: dict[str, str]
    short: dict[str, _Phrases]
    phrases: dict[VideoMode, Phrases]
    frames: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()


@functools.cache
def load_joining(language: Language, folder: Path = FOLDER) -> Joining:
    """Read and check the language's file.

    Raises:
        ClipwrightError: `asset_missing` or `asset_invalid` (file, key and what is allowed there).
    """
    path = folder / f"{language.value}.toml"
    joining = read_asset(path, Joining)
    for key, reason in _problems(joining):
        raise invalid(path, key, reason)
    return joining


def _problems(joining: Joining) -> list[tuple[str, str]]:
    found = [("phrases", f"none for {mode.value}") for mode in VideoMode if mode not in joining.phrases]
    if list(joining.questions) != list(joining.answers):
        found.append(("answers", "the same kinds as in questions are needed, in the same order"))
    if set(joining.short) != {*joining.questions, "other"}:
        found.append(("short", "the kinds of questions, and other, are needed"))
    found += [
        (key, "{topic} belongs into each once")
        for key, texts in (("open", joining.open), ("undecided", joining.undecided))
        for text in texts
        if text.count("{topic}") != 1
    ]
    for mode, phrases in joining.phrases.items():
        holders = {
            "number": (*phrases.number, *phrases.close_number),
            "name": phrases.named,
            "topic": (*phrases.question, *phrases.close_topic, *phrases.close_subject),
            "asked": phrases.close_asked,
        }
        for name, texts in holders.items():
            if any(text.count(f"{{{name}}}") != 1 for text in texts):
                found.append((f"phrases.{mode.value}", f"{{{name}}} belongs into each once"))
        leads = (*phrases.turn, *phrases.answer, *phrases.reason, *joining.unanswered, *joining.unasked)
        if any(text.rstrip()[-1] not in ":：" for text in leads):
            found.append((f"phrases.{mode.value}", "turn, answer, unanswered and unasked end in a colon"))
    patterns = {
        "dangling": joining.dangling,
        "elided": joining.elided,
        "pronouns": joining.pronouns,
        "strip": joining.strip,
        "split": joining.split,
        "turn": joining.turn,
        "asks": joining.asks,
        "indirect": joining.indirect,
        "defines": joining.defines,
        "counts": joining.counts,
        "because": joining.because,
    }
    frames = {frame: frame for frame in joining.frames}
    measures = {key: text for pair in joining.measures.items() for key, text in zip(pair, pair, strict=True)}
    for key, pattern in {**patterns, **joining.questions, **joining.answers, **measures, **frames}.items():
        try:
            regex.compile(pattern, regex.I)
        except regex.error as error:
            found.append((key, f"no regular expression: {error}"))
    return found


@functools.cache
def pattern(text: str) -> regex.Pattern[str]:
    """A compiled pattern that ignores case."""
    return regex.compile(text, regex.I)


def question_kind(topic: str, joining: Joining) -> str:
    """The kind of question a topic asks ("why", "many", "happened" ...); empty when it asks nothing."""
    return next(
        (kind for kind, text in joining.questions.items() if pattern(text).search(topic)), NO_QUESTION
    )
