"""Where a noun can occur: after a pronoun the same letters are a verb ("they book", "il livre")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.plain import plain

_BEFORE_VERBS: Final[dict[Language, frozenset[str]]] = {
    Language.EN: frozenset(
        [
            "i",
            "you",
            "he",
            "she",
            "it",
            "we",
            "they",
            "who",
            "to",
            "will",
            "would",
            "can",
            "could",
            "may",
            "might",
            "must",
            "shall",
            "should",
            "do",
            "does",
            "did",
            "don't",
            "doesn't",
            "didn't",
            "can't",
            "cannot",
            "won't",
            "let",
            "not",
            "never",
        ]
    ),
    Language.ES: frozenset(
        [
            "yo",
            "tú",
            "él",
            "ella",
            "usted",
            "nosotros",
            "ellos",
            "ellas",
            "se",
            "me",
            "te",
            "nos",
            "le",
            "les",
            "no",
        ]
    ),
    Language.PT: frozenset(
        ["eu", "tu", "ele", "ela", "você", "nós", "eles", "elas", "vocês", "se", "me", "te", "lhe", "não"]
    ),
    Language.FR: frozenset(
        ["je", "j", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "se", "me", "te", "ne", "y"]
    ),
}
_ASKING: Final = frozenset(
    ["do", "does", "did", "can", "could", "will", "would", "should", "may", "might", "must"]
)
_QUESTIONS: Final = frozenset(
    ["why", "how", "what", "when", "where", "who", "whom", "which", "whose", "and", "but", "so"]
)
_AFTER_IMPERATIVES: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "your",
        "my",
        "his",
        "her",
        "its",
        "our",
        "their",
        "this",
        "that",
        "these",
        "those",
        "it",
        "them",
        "him",
        "one",
    ]
)


def noun_can_stand(words: Sequence[str], place: int, language: Language, *, verb: bool) -> bool:
    """Whether the word at `place` can be a noun; `verb`: its letters may also be a verb (English).

    German nouns are capitalised. In the Romance languages, a word after a subject pronoun is a verb. English
    questions have their subject after the auxiliary: "why do bears sleep".
    """
    word = words[place]
    if language is Language.DE:
        return word.lstrip("„»\"'(")[:1].isupper()
    before = plain(words[place - 1], language) if place else ""
    if is_asked_about(words, place, language):
        return True
    if before in _BEFORE_VERBS.get(language, frozenset()):
        return not verb if language is Language.EN else False
    if language is Language.EN and verb and place == 0 and len(words) > 1:
        return plain(words[1], language) not in _AFTER_IMPERATIVES
    return True


def is_asked_about(words: Sequence[str], place: int, language: Language) -> bool:
    """Whether an English question is about the word at `place`, which follows the auxiliary that asks."""
    if language is not Language.EN or not place or plain(words[place - 1], language) not in _ASKING:
        return False
    return place == 1 or plain(words[place - 2], language) in _QUESTIONS
