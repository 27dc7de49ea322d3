"""Ties in Hindi and Arabic: names are listed ones, with kin words between them in the language's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.kin.given_names import FURTHER, GIVEN
from renderer.visuals.matching.kin.marked import MarkedText, NameSpan, named, ties_in
from renderer.visuals.matching.kin.ties import Role, Tie
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.stemming import normalised

_LONGEST: Final = 4
_EDGES: Final = ' ,;:.!?…"“”«»()[]।،؛؟'
_ORDINALS: Final = {
    Language.HI: "प्रथम द्वितीय तृतीय चतुर्थ पंचम षष्ठ सप्तम अष्टम",
    Language.AR: "الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر",
}
"""Ordinals; the word before one is a ruler's name, if it is no other word."""

_HEADS: Final = ("و", "ل", "ب")
_ROLES: Final[dict[Language, tuple[tuple[Role, str], ...]]] = {
    Language.HI: (
        ("child", "पुत्र बेटा बेटे पुत्री बेटी सुपुत्र सुपुत्री"),
        ("parent", "पिता माता माँ मां"),
        ("spouse", "पत्नी पति बेगम"),
        ("sibling", "भाई बहन"),
    ),
    Language.AR: (
        ("child", "ابن ابنة ابنه بنت نجل ابنا ابنها ابنته ابنتها نجله نجلها"),
        ("parent", "والد والدة والده والدها والدته والدتها ام امه امها ابوه ابوها والدا"),
        ("spouse", "زوج زوجة ارملة زوجته زوجها قرينة قرينته"),
        (
            "sibling",
            """اخ اخو اخت شقيق شقيقة اخوه اخوها اخاه اخاها اخته اختها شقيقه شقيقها شقيقته شقيقتها اخا شقيقا
            شقيقان اخوان اختان شقيقتان توامان الاخوان الشقيقان الاختان الشقيقتان التوامان""",
        ),
    ),
}
_DOUBT: Final = {
    Language.HI: "नहीं यदि अगर शायद कथित मानो जैसे जैसा जैसी तरह दत्तक गोद मुंहबोला सौतेला सौतेली सौतेले कंपनी "
    "जहाज जहाज़ शहर नदी ग्रह भाषा क्या",
    Language.AR: "ليس ليست لم لن لو ربما يقال مثل بالتبني المتبنى الروحي شركة سفينة مدينة كوكب نهر "
    "لغة فريق هل لا غير",
}


def listed_ties(words: Sequence[str], language: Language) -> Iterator[Tie]:
    """Ties in a sentence; none if it asks, doubts or is about something other than people."""
    doubt = {normalised(word, language) for word in _DOUBT[language].split()}
    if any(normalised(word, language) in doubt or word.endswith(("?", "؟")) for word in words):
        return
    roles = {_folded(word, language): role for role, forms in _ROLES[language] for word in forms.split()}
    yield from ties_in(_marked(words, language), _patterns(language), roles)


def _folded(word: str, language: Language) -> str:
    """Fold a word for comparison: without points and accents."""
    return normalised(word, language).replace("ँ", "ं")


@lru_cache(maxsize=4)
def _known(language: Language) -> frozenset[str]:
    return frozenset(
        " ".join(_folded(part, language) for part in name.split("_")) for name in GIVEN[language].split()
    )


@lru_cache(maxsize=4)
def _further(language: Language) -> frozenset[str]:
    return frozenset(_folded(word, language) for word in FURTHER[language].split())


def _marked(words: Sequence[str], language: Language) -> MarkedText:
    """The sentence in folded words, with a space around each mark, and its names."""
    parts: list[str] = []
    spans: list[NameSpan] = []
    place, at = 0, 0
    ends = []
    for word in words:
        at += len(word)
        ends.append(at)
        at += 1
    while place < len(words):
        size, head = _name_at(words, place, language)
        if not size:
            parts += _signs(words[place], _folded(words[place], language))
            place += 1
            continue
        own = " ".join(words[place : place + size]).strip(_EDGES)
        parts += [head] if head else []
        parts += _signs(words[place + size - 1], f"⟦{len(spans)}⟧")
        end = ends[place + size - 1]
        spans.append(NameSpan(name=own.removeprefix(head), start=end, end=end))
        place += size
    return MarkedText(text=" ".join(parts), names=tuple(spans))


def _signs(word: str, plain: str) -> list[str]:
    """A word, with its closing punctuation as a separate sign."""
    closing = regex.search(r"[,;:.!…।،؛]", word[-2:])
    return [plain, ","] if closing else [plain]


def _name_at(words: Sequence[str], place: int, language: Language) -> tuple[int, str]:
    """How many words of a name begin here, 0 for none, and the prefix attached to the first of them."""
    first = _folded(words[place], language)
    heads = ["", *(head for head in _HEADS if language is Language.AR and first.startswith(head))]
    for head in heads:
        rest = words[place + 1 : place + _LONGEST]
        run = [first.removeprefix(head), *(_folded(word, language) for word in rest)]
        broken = next(
            (at + 1 for at, word in enumerate(words[place : place + len(run)]) if word[-1:] in _EDGES),
            len(run),
        )
        run = run[:broken]
        size = next((size for size in range(len(run), 0, -1) if " ".join(run[:size]) in _known(language)), 0)
        if not size and len(run) > 1 and run[1] in _ordinals(language) and _is_free(run[0], language):
            size = 1
        while size and size < len(run) and run[size] in _further(language):
            size += 1
        if size:
            return size, head
    return 0, ""


@lru_cache(maxsize=4)
def _ordinals(language: Language) -> frozenset[str]:
    return frozenset(_folded(word, language) for word in _ORDINALS[language].split())


def _is_free(word: str, language: Language) -> bool:
    """Whether a word before an ordinal can be a name: not a known thing, and without an article."""
    known = picture_index(language).terms
    article = language is Language.AR and word.startswith("ال")
    return is_content(word, language) and word not in known and not article and len(word) > 2  # noqa: PLR2004  letters


@lru_cache(maxsize=4)
def _patterns(language: Language) -> tuple[regex.Pattern[str], ...]:
    texts = _hindi() if language is Language.HI else _arabic()
    return tuple(regex.compile(rf"(?<!\S){text}(?!\S)") for text in texts)


def _kin(language: Language, *, most: int = 9) -> str:
    words = [_folded(word, language) for _, forms in _ROLES[language][:most] for word in forms.split()]
    return "|".join(sorted(words, key=len, reverse=True))


def _hindi() -> Iterator[str]:
    of, one, both = named("of"), named("one"), named("both")
    also = rf"(?: और {named('also')})?"
    kin = rf"(?:\S+(?:ा|े|ी|ठ|र|म) ){{0,2}}?(?P<k>{_kin(Language.HI)})"
    was = "(?:था|थे|थी|थीं|है|हैं|बना|बने|बनी|,)"
    yield rf"{of}{also} (?:का|की|के) {kin}(?: ,)? (?:का नाम )?{one}"
    yield rf"{one}(?: ,)? (?:जो )?{of}{also} (?:का|की|के) {kin} {was}"
    yield rf"{of} और (?:उसका|उसके|उसकी|उनका|उनके|उनकी|अपने|अपनी) {kin} {one}"
    yield rf"{one} ने {of} से (?:विवाह|शादी|निकाह) (?:किया|की|कर)"
    yield rf"{one} (?:का|की) (?:विवाह|शादी|निकाह) {of} (?:से|के साथ) (?:हुआ|हुई)"
    yield rf"{both} और {one} (?:सगे |जुड़वां )?(?P<k>भाई|बहन)(?:-बहन)? {was}"
    yield rf"{both} और {one} पति-पत्नी {was}"


def _arabic() -> Iterator[str]:
    of, one, both = named("of"), named("one"), named("both")
    also = rf"(?: و {named('also')})?"
    bare = "ابن|ابنة|بنت|نجل|والد|والدة|ام|زوج|زوجة|ارملة|قرينة|اخ|اخو|اخت|شقيق|شقيقة"
    with_li = "ابنا|ابنة|زوجة|والدا|والدة|اخا|شقيقا|شقيقة"
    own = (
        "اخوه|اخوها|اخاه|اخاها|اخته|اختها|شقيقه|شقيقها|شقيقته|شقيقتها|زوجته|زوجها|ابنه|ابنها|ابنته|ابنتها|"
        "نجله|نجلها|والده|والدها|والدته|والدتها|امه|امها|ابوه|ابوها"
    )
    rank = "(?:الملك |الملكة |الامبراطور |السلطان |الخليفة |الفرعون |القيصر |الامير |الاميرة )?"
    yield rf"{one}(?: ,| هو| هي) (?P<k>{bare}) {rank}{of}{also}"
    yield rf"كانت? {one} (?P<k>{bare}) {rank}{of}{also}"
    yield rf"كانت? {one} (?P<k>{with_li}) ل {of}{also}"
    yield rf"{of} و(?P<k>{own}) {rank}{one}"
    yield rf"{of} مع (?P<k>{own}) {rank}{one}"
    yield rf"(?:تزوجت?) {one} (?:من |ب )?{of}"
    yield rf"{one} (?:تزوجت?) (?:من |ب )?{of}"
    yield rf"{both} و {one} (?P<k>شقيقان|اخوان|اختان|شقيقتان|توامان)"
    yield rf"{both} و {one} زوجان"
    yield rf"(?P<k>الاخوان|الشقيقان|الاختان|الشقيقتان|التوامان) {both} و {one}"
