"""Joins a phrase and the text after it into one sentence, and turns a topic into a line."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import regex

from renderer.assets import asset_bytes
from renderer.composition.asked import FILE as VERBS_FILE
from renderer.composition.asked import as_question
from renderer.composition.frames import unframed
from renderer.composition.joining import FOLDER, load_joining, pattern
from renderer.composition.statements import full_stop
from renderer.contract.vocabulary import Language
from renderer.text.languages import CASED, is_spaced
from renderer.text.normalization.number_words import spoken_words
from renderer.text.topical import akin, stem

_QUESTION_MARKS: Final = "?？؟!！"
_SMALL_AFTER_COLON: Final = frozenset({Language.EN, Language.ES, Language.PT, Language.FR, Language.RU})


def led(lead: str, text: str, language: Language, *, told: str = "") -> str:
    """A statement led by a phrase that ends in a colon.

    The statement's first word loses its capital where the language does so and `told` (the sources and the
    topic) or the language's small words show that it is not a name. Where that is uncertain, the phrase ends
    in a full stop instead of a colon.
    """
    if language in _SMALL_AFTER_COLON:
        small = _lowered(text, language, told=told)
        if small == text and told and _might_be_small(text, language, told=told):
            lead = regex.sub(r"\s?:$", ".", lead)
        text = small
    return f"{lead} {text}" if is_spaced(language) else f"{lead}{text}"


def as_line(topic: str, language: Language) -> str:
    """The topic as a sentence, with a question mark where it is worded as a question."""
    text = " ".join(topic.split()).rstrip(" .。,;:")
    if text and text[-1] in _QUESTION_MARKS:
        return text
    joining = load_joining(language)
    if language is Language.EN and (asked := as_question(text)):
        return asked
    text = text[:1].upper() + text[1:] if language in CASED else text
    if pattern(joining.asks).search(text):
        opening, closing = joining.question_marks
        return f"{opening}{text}{closing}"
    return text + full_stop(language)


def _lowered(text: str, language: Language, *, told: str) -> str:
    opening = "¿" if text.startswith("¿") else ""
    bare = text.removeprefix(opening)
    first = regex.match(r"[\p{L}\p{M}]+", bare)
    if not first or first[0] == "I":
        return text
    if opening or pattern(load_joining(language).asks).match(bare) or _opens_with_frame(bare, language):
        return opening + bare[:1].lower() + bare[1:]
    small = {*spoken_words(language).stop_words.split(), *load_joining(language).small.split()}
    if first[0].casefold() in small or _is_written_small(first[0], _inner_words(told), language):
        return opening + bare[:1].lower() + bare[1:]
    return text


def _opens_with_frame(text: str, language: Language) -> bool:
    """Whether the first word only says how a topic is told: "Facts about sharks"."""
    left = unframed(text, language)
    return left != text and not text.startswith(left.split(" ", 1)[0])


def _might_be_small(text: str, language: Language, *, told: str) -> bool:
    """Whether a word that keeps its capital never appears with one inside a sentence."""
    first = regex.match(r"\p{Lu}[\p{L}\p{M}]*", text)
    return language is not Language.EN and first is not None and first[0] not in _inner_words(told)


def _is_written_small(word: str, within: Iterable[str], language: Language) -> bool:
    """Whether the sources write the word, or one of its forms, in lower case inside a sentence."""
    if word in within:
        return False
    root = stem(word, language)
    return any(other[0].islower() and akin(root, stem(other, language), language) for other in within)


def _inner_words(told: str) -> tuple[str, ...]:
    found: list[str] = regex.findall(r"(?<=[\p{L},;)»”]\s)(\p{L}[\p{L}\p{M}]*)", told)
    return tuple(found)


@functools.cache
def wording_digest(folder: Path = FOLDER) -> str:
    """Twelve hex digits that change with any of the language files or the verb lists.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    files = [folder / f"{language.value}.toml" for language in Language]
    return hashlib.sha256(b"".join(asset_bytes(path) for path in (*files, VERBS_FILE))).hexdigest()[:12]
