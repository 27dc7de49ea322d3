"""Ties in Japanese: names are what the analyser takes for people, kin words follow の."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import JapaneseWord, japanese_words
from renderer.visuals.matching.kin.marked import NameSpan, marked_by, named, ties_in
from renderer.visuals.matching.kin.ties import Role, Tie
from renderer.visuals.matching.places.gazetteer import places_in

_ROLES: Final[tuple[tuple[Role, str], ...]] = (
    (
        "child",
        "息子 娘 子 長男 次男 二男 三男 四男 長女 次女 二女 三女 嫡男 嫡子 庶子 末娘 王子 王女 皇子 皇女",
    ),
    ("parent", "父 母 父親 母親 実父 実母 生母"),
    ("spouse", "妻 夫 正室 側室 后 皇后 王妃 正妻 未亡人 継室"),
    (
        "sibling",
        "兄 弟 姉 妹 実兄 実弟 双子の兄 双子の弟 双子の妹 双子の姉 兄弟 姉妹 双子 兄妹 姉弟 きょうだい",
    ),
)
_BEHIND: Final = regex.compile(
    r"(?:大王|大帝|天皇|皇帝|女王|法皇|上皇|王妃|皇后|太子|親王|内親王|公|王)(?![子妃女室位家国朝冠])"
)
_ORDINAL: Final = regex.compile(r"(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})世")
_FOREIGN: Final = regex.compile(r"[\p{Katakana}ー]{3,}")
_DOUBT: Final = regex.compile(
    r"ない|なかった|ず[、に]|もし|ではな|だろうか|か[。？]|？|\?|かもしれ|とされる|といわれ|と言われ|らしい|ような|ように|"
    r"のごとく|義理|養子|養女|継子|会社|企業|都市|惑星|言語|艦|船|ブランド|チーム|噂"
)
_NOBODY: Final = ("アメリカ", "ヨーロッパ", "グーグル", "フェイスブック", "トヨタ", "ホンダ")


def japanese_ties(text: str) -> Iterator[Tie]:
    """Ties in a sentence; none if it asks, doubts or is about something other than people."""
    if _DOUBT.search(text):
        return
    roles = {word: role for role, words in _ROLES for word in words.split()}
    roles["双子"] = "sibling"
    yield from ties_in(marked_by(text, _names(text)), _patterns(), roles)


def _names(text: str) -> list[NameSpan]:
    """Names of people: runs of such words, with their dots, numbers and rulers' titles."""
    words = japanese_words(text)
    starts = [sum(len(word.text) for word in words[:place]) for place in range(len(words) + 1)]
    found: list[NameSpan] = []
    place = 0
    while place < len(words):
        if not _begins(words, place):
            place += 1
            continue
        end = place + 1
        while end < len(words) and _goes_on(words, end):
            end += 1
        stop = starts[end]
        for pattern in (_ORDINAL, _BEHIND):
            if more := pattern.match(text, stop):
                stop = more.end()
        name = text[starts[place] : stop].strip("・")
        alone = end - place == 1 and words[place].place and stop == starts[end]
        large = alone and bool(places_in([name], Language.JA))
        if len(name) > 1 and name not in _NOBODY and not large:
            found.append(NameSpan(name=name, start=starts[place], end=stop))
        place = next(at for at in range(end, len(words) + 1) if starts[at] >= stop)
    return found


def _begins(words: tuple[JapaneseWord, ...], place: int) -> bool:
    word = words[place]
    return word.person or (word.noun and (word.proper or word.place) and bool(_FOREIGN.fullmatch(word.text)))


def _goes_on(words: tuple[JapaneseWord, ...], place: int) -> bool:
    """Whether the word still belongs to the name: another part, or a dot before one."""
    word = words[place]
    if word.text in {"・", "＝", "="}:
        return place + 1 < len(words) and words[place + 1].noun
    dotted = words[place - 1].text in {"・", "＝", "="}
    return dotted or word.person


@lru_cache(maxsize=1)
def _patterns() -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(text) for text in _texts())


def _texts() -> Iterator[str]:
    of, one, both = named("of"), named("one"), named("both")
    also = rf"(?:と{named('also')})?"
    singles = [word for _, words in _ROLES for word in words.split()]
    kin = "|".join(sorted(singles, key=len, reverse=True))
    role = rf"(?:長い|若い|美しい|最初の|二番目の|年上の|年下の|末の|実の|唯一の|一人)?(?P<k>{kin})"
    rank = r"(?:である|の|、|で|・)?(?:国王|王|女王|皇帝|将軍)?"
    yield rf"{of}{also}の{role}{rank}{one}"
    yield rf"{one}(?:は、?|が){of}{also}の{role}(?:だ|で|です|、|。|として|に生|にあた|$)"
    yield rf"{of}の{role}(?:は|が){one}(?:だ|で|です|。|、|$)"
    yield rf"{of}とその{role}、?{one}"
    yield rf"{one}(?:は|が)(?:[^。、⟦]{{0,12}}[、に])?{of}と結婚"
    yield rf"{both}と{one}(?:は|が|の)(?:[^。、⟦]{{0,8}}に)?結婚"
    yield rf"{one}(?:は|が){of}を(?:妻|后|正室|皇后|王妃|側室)(?:に|として)"
    yield rf"{of}(?:は|が){one}に嫁"
    yield rf"{both}と{one}は(?:実の)?(?P<k>兄弟|姉妹|兄妹|姉弟|双子|きょうだい)(?:だ|で|です|。)"
    yield rf"{both}と{one}は夫婦(?:だ|で|です|。)"
    yield rf"{both}と{one}の(?P<k>兄弟|姉妹)"
