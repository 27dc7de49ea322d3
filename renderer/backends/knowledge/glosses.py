"""Makes sentences of definitions: "cephalopod having ..." becomes "An octopus is a cephalopod with ...".

Only articles and a verb are added; brackets, examples and parts that cannot become a sentence are cut.
"""

from __future__ import annotations

from typing import Final

import regex

from renderer.backends.knowledge.lexicon_file import Meaning, ancestors, base_form, is_uncountable
from renderer.backends.knowledge.topic_nouns import TopicNoun
from renderer.backends.knowledge.words_in_s import ALIKE, WordInS, word_in_s


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONGEST: Final = 32
"""Most words of a sentence; longer definitions are left out."""
STEPS: Final = 3
"""Steps up the tree of kinds within which a word of a definition is explained."""
FEWEST: Final = 3
MOST: Final = 2
"""Most kinds that are explained for one noun."""
_TOO_WIDE: Final = _words(
    "abstraction act activity animal artifact attribute body clothing cognition communication "
    "content covering device domain "
    "entity establishment event group instrumentality institution location machine matter measure "
    "object opening "
    "organ organism organization part person process quantity relation ruler space state structure "
    "system thing "
    "undertaking unit way whole work conveyance vehicle tissue kind property condition symptom "
    "substance country "
    "dwelling housing atmosphere illumination program"
) | {"causal agent", "living thing", "natural object", "physical entity", "place of business", "body part"}
"""Kinds so general that explaining them says nothing."""
_NAMED_WITH_THE: Final = frozenset({"08", "11", "15", "17", "19"})
_BODY, _PERSON = "08", "18"
_HAPPENS: Final = frozenset({"04", "11", "28"})
_BRACKETS: Final = regex.compile(r"\s*\([^()]*\)|\s*\[[^\[\]]*\]")
_DETERMINED: Final = regex.compile(
    r"^(?:an?|the|any|one|some|each|every|either|both|all|someone|something|anything|anyone|somewhere|those|what)(?![\w-])",
    regex.I,
)
_ANY_OF: Final = regex.compile(
    r"^(?:any|one) of (?:several|numerous|various|many|a number of|a class of"
    r"|a group of)(?: different| numerous)?\s+"
)
_EXAMPLES: Final = regex.compile(r"(?<=\w \w+ \w+): .*$")
"""The examples after a definition's colon."""
_UNFIT: Final = regex.compile(
    r"^(?:\w+ ){0,2}(?:terms?|name|names|word|combining form|abbreviation|slang|offensive)\b"
    r"|[`\"“”:=]|--|\be\.g\b|\bi\.e\b"
    r"|^(?:of|in|on|at|to|used|having|being|lifts|makes|gives|performs|is|not|by|with)\b"
)
_HEAD_ENDS: Final = _words(
    "placed happening "
    "of in on with having that which who whose where when by for from used made found characterized "
    "consisting containing "
    "resembling living located between to or and at as such formed caused held issued owed "
    "expressed covered considered "
    "produced serving lying about usually often into under during against native near without worn "
    "employed built standing "
    "designed consists not operated regarded composed bearing ruled given taken giving forming "
    "who's around surrounding "
    "supported done including prepared obtained exceeding noted played attached filled extending "
    "inside behind beneath beside beyond below above across along among through over within toward whereby "
    "collectively visible capable available able equal especially"
)
_CONTINUES: Final = regex.compile(
    r"^(?:(?P<whole>its|it|they|their)\b|(?P<done>(?:usually |often |widely |mostly |sometimes )?"
    r"(?:used|found|native|noted|valued|grown|covered|cultivated|kept|caused|formed|located|believed|considered)\b)"
    r"|(?P<years>\d{3,4}-\d{3,4}$)|(?P<has>(?:has|have)\b))"
)
_LIVED: Final = regex.compile(r"\((?:circa )?\d{3,4}\??-(?:circa )?\d{3,4}\??\)|\bdied\b")
_PLURALS: Final = {
    "mouse": "mice",
    "goose": "geese",
    "wolf": "wolves",
    "foot": "feet",
    "tooth": "teeth",
    "man": "men",
}
_VOWEL: Final = regex.compile(
    r"^(?:[ai]|e(?!u|we)|o(?!nc?e\b)|u(?!ni(?![nm])|bi|s[aeiou]|t[ei])|hour|honest|heir)", regex.I
)


def told_of(noun: TopicNoun, one: Meaning) -> tuple[str, ...]:
    """What a noun of a topic is, followed by what the kinds named in its definition are.

    Empty where no sentence can be made.
    """
    first = _sentences(noun.noun, one, noun=noun)
    if not first or noun.noun in " ".join(first[0].casefold().split()[3:7]):
        return ()
    said = list(first)
    text = first[0]
    for above in ancestors(one)[:STEPS]:
        words = text.casefold().partition(" ")[2]
        if above.word.casefold() in {noun.noun, *_TOO_WIDE} or not regex.search(
            rf"\b{regex.escape(above.word.casefold())}\b", words
        ):
            continue
        more = _sentences(above.word, above, noun=None)[:1]
        if more and len(said) - len(first) < MOST and not _circular(more[0], above.word):
            said.append(more[0])
            text = more[0]
    return tuple(said)


def _sentences(word: str, one: Meaning, *, noun: TopicNoun | None) -> tuple[str, ...]:
    gloss = one.gloss
    for _ in range(2):
        gloss = _BRACKETS.sub("", gloss)
    parts = [part.strip(" ,.") for part in gloss.split(";")]
    opening = _EXAMPLES.sub("", parts[0])
    if not opening or _UNFIT.search(opening) or len(opening.split()) > LONGEST:
        return ()
    use = word_in_s(word, one)
    many = use is not WordInS.BARE and (noun is None or not noun.is_bare)
    listed = _ANY_OF.match(opening) if many else None
    opening = _with(regex.sub(r"^that (?=\w+ of)", "the ", _ANY_OF.sub("", opening) if listed else opening))
    head = _head(opening)
    plural = bool(listed) or _is_plural(head) or use is WordInS.PLURAL
    has_article = _is_plural(head) or bool(listed) or _DETERMINED.match(opening) is not None
    past = one.is_instance and (one.field in _HAPPENS or (one.field == _PERSON and _LIVED.search(one.gloss)))
    verb = ("were" if past else "are") if plural else ("was" if past else "is")
    what = opening if has_article else _with_article(opening, head)
    subject = _subject(word, one, noun, plural=plural, definite=what.startswith("the "))
    said = [f"{subject[:1].upper()}{subject[1:]} {verb} {what}."]
    for part in parts[1:]:
        if more := _continued(part, plural=plural, past=bool(past)):
            said.append(more)
            break
    return tuple(said)


def _with(text: str) -> str:
    """The text with "having a body with eight arms" changed to "with a body and eight arms".

    "having" is kept when "and ...ing" follows it.
    """
    before, found, after = text.partition(" having ")
    if not found or regex.search(r"\band \w+ing\b", after):
        return text
    if " and " not in after and " or " not in after:
        after = regex.sub(
            r"(?<!ed) with (?=an?\b|two|four|six|eight|ten|long|short|large|small)", " and ", after, count=1
        )
    return f"{before} with {after}"


def _continued(part: str, *, plural: bool, past: bool) -> str:
    """The part of a definition after a semicolon as a sentence; empty if it cannot be one."""
    match = _CONTINUES.match(part)
    if (
        not match
        or _UNFIT.search(part.replace("used", "", 1))
        or not FEWEST <= len(part.split()) <= LONGEST // 2 + 4
    ):
        if match and match["years"]:
            start, _, end = part.partition("-")
            return f"It lasted from {start} to {end}."
        return ""
    they = "They" if plural else "It"
    if match["whole"]:
        return f"{part[:1].upper()}{part[1:]}."
    if match["has"]:
        return f"{they} {'have' if plural else 'has'} {part.partition(' ')[2]}."
    verb = ("were" if past else "are") if plural else ("was" if past else "is")
    return f"{they} {verb} {part}."


def _subject(  # noqa: PLR0911 - one return for each use of the article
    word: str, one: Meaning, noun: TopicNoun | None, *, plural: bool, definite: bool
) -> str:
    """The noun with the article that it takes here in English."""
    written = noun.written.removesuffix("'s").removesuffix("’s") if noun else word
    article = noun.article if noun else ""
    is_name = one.is_instance or (written[:1].isupper() and written.casefold() == word and definite)
    if is_name:
        return f"the {written}" if article == "the" else written
    if one.word[:1].isupper() and article == "the":
        return f"the {one.word}"
    use = word_in_s(word, one)
    if use is WordInS.PLURAL:
        return f"the {word}" if article == "the" and one.field in _NAMED_WITH_THE else word
    if plural:
        return noun.written.casefold() if noun and noun.is_plural else _plural(word.casefold())
    if use is WordInS.BARE:
        return word
    if word.endswith("sses") or (word not in ALIKE and (noun.is_bare if noun else is_uncountable(word))):
        return word
    if one.field in _NAMED_WITH_THE and (definite or (article == "the" and one.field == _BODY)):
        return f"the {word}"
    if noun is not None and not noun.is_plural and article == "the" and is_uncountable(word):
        return word
    return f"{_article(word)} {word}"


def _with_article(phrase: str, head: str) -> str:
    if _is_plural(head) or is_uncountable(head):
        return phrase
    return f"{_article(phrase)} {phrase}"


def _article(phrase: str) -> str:
    return "an" if _VOWEL.match(phrase) else "a"


def _head(phrase: str) -> str:
    """The head noun of a phrase without a verb."""
    head = ""
    for word in phrase.replace(",", " , ").split():
        if head and (word in _HEAD_ENDS or word == ","):
            break
        head = word
    return head.casefold()


def _is_plural(head: str) -> bool:
    return head.endswith("s") and base_form(head) not in {head, ""}


def _plural(word: str) -> str:
    if word in ALIKE:
        return word
    if word in _PLURALS:
        return _PLURALS[word]
    if regex.search(r"(?:s|x|z|ch|sh)$", word):
        return f"{word}es"
    return f"{word[:-1]}ies" if regex.search(r"[^aeiou]y$", word) else f"{word}s"


def _circular(sentence: str, word: str) -> bool:
    """Whether a sentence uses the word that it explains."""
    return sentence.casefold().count(word.casefold()) > 1
