"""Words of Chinese and Japanese: from a dictionary or BudouX, adjusted by line-breaking rules.

jieba's dictionary provides the words of Chinese. For Japanese, BudouX finds phrases; its finer model and the
length limits here split those too long to be highlighted at once. Borders are positions in the text, so every
rule adds or removes borders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, TypeAlias

import regex

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.chinese import chinese_units
from renderer.text.segmentation.graphemes import graphemes
from renderer.text.segmentation.japanese import japanese_parts, japanese_words
from renderer.text.segmentation.punctuation import can_break_after, can_break_before

AIM: Final = 5
MOST: Final = 12
_FOREIGN: Final = regex.compile(
    r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Devanagari}\p{Nd}\p{M}'’.,:_&+\-$€£¥%]+"
)
_INNER: Final = regex.compile(r"[\p{L}\p{Nd}]")
_NUMERAL: Final = regex.compile(r"(?:[\p{Nd}.,]+|[一二三四五六七八九十百千万亿兩两几半第]+)")
_DIGIT: Final = regex.compile(r"\p{Nd}")
_QUIET: Final = regex.compile(r"[\p{P}\p{S}]")


# Endings and particles that lean on the word before them; splits are made before words that can stand alone.
_LEANING: Final = regex.compile(
    r"ま[すしせ]|で[すし]?|た[いらりち]?|て|だ|な[いかくの]|の|は|が|を|に|と|も|へ|か|よ|ね|ば|れ|ら|せ|さ[せれん]|など|まで|より|けど|だけ|ほど|う|く|し[たてま]|い[。、！？]|つ"
)
_OKURIGANA: Final = regex.compile(r"(?<=\p{Han})(?<![一二三四五六七八九十百千万]\p{Han})\p{Hiragana}")
"""Kana after a Chinese character that is no counter: the rest of its word, or a particle."""
_KATAKANA: Final = regex.compile(r"[\p{Script=Katakana}ー]+")
_COUNTERS: Final = (
    r"(?:[年月日時分秒度円個本匹頭人回倍台枚歳代]|[カか]所"
    r"|[カかヶ]月|[千万億兆]|パーセント|キロ|メートル|センチ|ミリ|グラム|トン|ドル)"
)
_COUNTED: Final = regex.compile(rf"\p{{Nd}}(?={_COUNTERS})")
"""A figure before its counter: the two are always read together."""
_LARGE: Final = regex.compile(rf"(?<=\p{{Nd}})[千万億兆](?={_COUNTERS})")
_FIRST: Final = regex.compile(r"第(?=\p{Nd})")
_LASTING: Final = regex.compile(r"[年月日週時分秒](?=間)")
_SUFFIXES: Final = regex.compile(r"(?<=\p{Han}{2})(?:[性的化]|[者学式型系用](?!\p{Han}))")
"""Characters that turn the Japanese word before them into another word."""
_JOINTS: Final = regex.compile(
    r"[\p{Script=Katakana}ー](?=\p{Han})"
    rf"|\p{{Nd}}{_COUNTERS}(?=\p{{Han}})"
    r"|(?![約第])[\p{Han}\p{Hiragana}](?=\p{Nd})"
)
"""Last characters before a natural break in a long Japanese phrase."""
_NAME: Final = 8
"""Most letters of a word or katakana name that is read at once."""
_COMPOUND: Final = 5
"""Most letters of a compound that is read at once (追い払わ, 未成年者)."""
_QUOTES: Final = regex.compile(r"[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\"]+")
_QUOTED: Final = regex.compile(rf"(?<=[\p{{Pi}}「『《])\p{{Han}}{{2,{AIM}}}(?=[\p{{Pf}}」』》])")
"""Chinese that is quoted and read at once: it may be a name that no dictionary has (“蔚来汽车”)."""


Parser: TypeAlias = Callable[[str], Sequence[str]]
"""Splits a text into pieces."""


@cache
def _parsers(language: Language) -> tuple[Parser, ...]:
    """The language's parsers from coarse to fine, loaded on first use."""
    if language is Language.ZH:
        return (chinese_units,)
    import budoux  # noqa: PLC0415 - models load only when Japanese is spoken

    words = Path(budoux.__file__).with_name("models") / "ja_word.json"
    fine = budoux.Parser(json.loads(words.read_text(encoding="utf-8")))
    return budoux.load_default_japanese_parser().parse, fine.parse


def _length(text: str) -> int:
    """Number of characters that are read; punctuation is not counted."""
    return sum(1 for cluster in graphemes(text) if not _QUIET.match(cluster))


def _borders(pieces: Sequence[str]) -> set[int]:
    return {0, *accumulate(map(len, pieces))}


def _parsed(text: str, parser: Parser) -> set[int]:
    """Borders found by a parser; text in quotes or brackets is parsed separately."""
    edges = sorted({0, len(text), *(at for match in _QUOTES.finditer(text) for at in match.span())})
    return {start + at for start, end in pairwise(edges) for at in _borders(parser(text[start:end]))}


def _leaning(text: str, language: Language) -> set[int]:
    """Borders before Japanese endings and particles, and within words written in both scripts."""
    if language is not Language.JA:
        return set()
    endings = {at for at in range(1, len(text)) if _LEANING.match(text, at)}
    return endings | {match.start() for match in _OKURIGANA.finditer(text)}


def _forbidden(text: str) -> set[int]:
    """Positions where no border may be: inside clusters and foreign words, or against kinsoku."""
    allowed = _borders(list(graphemes(text)))
    found = set(range(len(text) + 1)) - allowed
    for match in _FOREIGN.finditer(text):
        if _INNER.search(match[0]):
            found.update(range(match.start() + 1, match.end()))
    inner = range(1, len(text))
    found.update(at for at in inner if not can_break_before(text[at:]) or not can_break_after(text[:at]))
    return found - {0, len(text)}


def _inseparable(text: str, language: Language) -> set[int]:
    """Positions inside what a parser might split: quoted Chinese, Japanese words and counted figures."""
    if language is not Language.JA:
        return {at for match in _QUOTED.finditer(text) for at in range(match.start() + 1, match.end())}
    spans = [match.span() for match in _KATAKANA.finditer(text) if len(match[0]) <= _NAME]
    spans += _spans(japanese_parts(text), longest=_NAME)
    spans += _spans([word.text for word in japanese_words(text)], longest=_COMPOUND)
    whole = {
        at for start, end in spans if not _DIGIT.search(text, start, end) for at in range(start + 1, end)
    }
    suffixes = {match.start() for match in _SUFFIXES.finditer(text)}
    counted = {at for pattern in (_COUNTED, _LARGE, _FIRST, _LASTING) for at in _ends(pattern, text)}
    return whole | suffixes | counted


def _spans(pieces: Iterable[str], *, longest: int) -> list[tuple[int, int]]:
    """Spans of the pieces that have at most `longest` characters."""
    places = pairwise(accumulate(map(len, pieces), initial=0))
    return [(start, end) for start, end in places if end - start <= longest]


def _ends(pattern: regex.Pattern[str], text: str) -> Iterator[int]:
    return (match.end() for match in pattern.finditer(text))


def _joints(text: str, language: Language) -> set[int]:
    """Positions where Japanese changes its script: after a katakana name, or next to a counted figure."""
    return {match.end() for match in _JOINTS.finditer(text)} if language is Language.JA else set()


def _required(text: str, language: Language) -> set[int]:
    """Borders between Chinese or Japanese and a foreign word; Japanese particles stay with the word."""
    matches = [match for match in _FOREIGN.finditer(text) if regex.search(r"\p{L}", match[0])]
    found = {at for match in matches for at in match.span()}
    return found - _leaning(text, language)


def _pieces(text: str, borders: set[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise(sorted(borders))]


def _balanced(text: str, candidates: set[int], parts: int) -> set[int]:
    """The candidates nearest to an even split into `parts`."""
    inner = sorted(candidates - {0, len(text)})
    ideal = [len(text) * part / parts for part in range(1, parts)]
    return {min(inner, key=lambda at: (abs(at - want), at)) for want in ideal} if inner else set()


def _shortened(text: str, language: Language, forbidden: set[int]) -> Iterator[str]:
    """Split an overlong phrase at word borders, or anywhere if it is longer than any word."""
    length = _length(text)
    if length <= AIM:
        yield text
        return
    found = _parsed(text, _parsers(language)[-1]) | _joints(text, language)
    finer = found - forbidden - _leaning(text, language)
    chosen = _balanced(text, finer, -(-length // AIM))
    for piece in _pieces(text, chosen | {0, len(text)}):
        if _length(piece) <= MOST:
            yield piece
            continue
        anywhere = set(range(len(piece) + 1)) - _forbidden(piece) - _inseparable(piece, language)
        yield from _pieces(piece, _balanced(piece, anywhere, -(-_length(piece) // AIM)) | {0, len(piece)})


def _counted(pieces: list[str], language: Language) -> list[str]:
    """Join a bare numeral with its counter (三 + 颗, 2024 + 年に)."""
    longest = 2 if language is Language.JA else 1
    joined: list[str] = []
    for piece in pieces:
        if joined and _NUMERAL.fullmatch(joined[-1]) and _length(piece) <= longest:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


@lru_cache(maxsize=4096)
def _words(text: str, language: Language) -> tuple[str, ...]:
    after_quote = {at for at in _leaning(text, language) if _QUOTES.match(text, at - 1)}
    forbidden = _forbidden(text) | _inseparable(text, language) | after_quote
    borders = (_parsed(text, _parsers(language)[0]) | _required(text, language)) - forbidden
    pieces: list[str] = []
    at = 0
    for phrase in _pieces(text, borders):
        inside = forbidden & set(range(at + 1, at + len(phrase)))
        pieces += _shortened(phrase, language, {position - at for position in inside})
        at += len(phrase)
    return tuple(_counted(pieces, language))


def words(text: str, language: Language) -> tuple[str, ...]:
    """Words of a text without spaces; joined, they give `text` again.

    About five read characters or fewer each where the models see a border, never more than twelve outside
    foreign words, none beginning with closing punctuation or ending with opening punctuation.
    """
    return _words(text, language) if text else ()
