"""A topic as the question it asks: "Why octopuses have ..." becomes "Why do octopuses have ...?".

Where the verb is not certain, the topic stays as it is written.
"""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKS: Final = regex.compile(
    r"^(why|how|when|where)\s+(?!(?:to|many|much|long|far|do|does|did|is|are|was|were|can)\b)", regex.I
)
_SUBJECT_ASKS: Final = regex.compile(
    r"^(?:who|what (?:happened|happens|causes|makes|is|are|was|were)|why (?:is|are|do|does|did|was|were)"
    r"|how (?:do|does|did|is|are))\b",
    regex.I,
)
_TURNED: Final = _words("is are was were can could will would has_to should must")
_PRESENT: Final = _words(
    "have need make turn live move grow work sing sleep dig hunt swim fly find eat drink breathe see hear "
    "change cause carry "
    "clean store run use build fall rise fail break burn freeze glow shine spin float sink die "
    "kill taste smell smells stop "
    "keep lose win cost dance steer swallow survive seal defend protect enter control twinkle "
    "orbit erupt form happen begin "
    "start end spread regenerate regrow migrate hibernate explode collapse matter "
    "jump hide cry laugh dream age hurt sting bite"
)
_IRREGULAR: Final = {
    "has": "have", "does": "do", "goes": "go", "flies": "fly", "carries": "carry", "cries": "cry",
    "dies": "die",
}  # fmt: skip
_PAST: Final = {
    "had": "have", "fell": "fall", "sank": "sink", "lost": "lose", "won": "win",
    "became": "become", "began": "begin",
    "made": "make", "built": "build", "broke": "break", "died": "die", "collapsed": "collapse",
    "ended": "end",
    "failed": "fail", "disappeared": "disappear", "changed": "change", "killed": "kill",
    "exploded": "explode",
    "survived": "survive", "ruined": "ruin", "poisoned": "poison", "turned": "turn",
    "started": "start", "burned": "burn",
    "vanished": "vanish", "conquered": "conquer", "invaded": "invade", "left": "leave",
    "ate": "eat", "wore": "wear",
    "withstood": "withstand", "grew": "grow", "came": "come", "went": "go", "took": "take",
    "discovered": "discover",
}  # fmt: skip
_LEADS: Final = _words("the a an its their his her this these those our of in on and to")


def as_question(topic: str, language: Language) -> str:
    """The English topic as a question where its verb is known, else as a sentence."""
    text = " ".join(topic.split()).rstrip(" .;:,")
    if text.endswith("?") or language is not Language.EN or not is_spaced(language):
        return text
    text = text[:1].upper() + text[1:]
    if _SUBJECT_ASKS.match(text):
        return f"{text}?"
    if asks := _ASKS.match(text):
        turned = _turned(text[asks.end() :].split())
        if turned:
            return f"{asks[1].capitalize()} {turned}?"
    return f"{text}."


def _turned(words: list[str]) -> str:
    """Auxiliary, subject, verb and rest; empty where no verb is found."""
    for at in range(1, len(words)):
        word, before = words[at].casefold(), words[at - 1].casefold()
        if before in _LEADS:
            continue
        subject, rest = " ".join(words[:at]), words[at + 1 :]
        if word in _TURNED:
            return " ".join([word, subject, *rest])
        if word in _PAST:
            return " ".join(["did", subject, _PAST[word], *rest])
        plain = _IRREGULAR.get(word) or next((v for v in _plain_forms(word) if v in _PRESENT), "")
        if plain and (
            plain != word
            or before.endswith("s")
            or before in {"people", "mice", "men", "women", "children", "fish"}
        ):
            return " ".join(["do" if plain == word else "does", subject, plain, *rest])
    return ""


def _plain_forms(word: str) -> tuple[str, ...]:
    """What a present form could be of; "turtles" is of nothing that the list has."""
    if word.endswith("s"):
        return (word[:-1], word.removesuffix("es"))
    return (word,)
