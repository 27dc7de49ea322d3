"""Words that may be drawn with emphasis: numbers, money, negations, in ten languages."""

from __future__ import annotations

import unicodedata
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.emphasis import Emphasis


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


MARKS: Final = "\"'“”‘’«»()[]¿¡.,;:!?…。，、！？：；「」『』।،؟ \u00a0\u202f"
"""Stripped from both ends of a word; includes the spaces that precede closing marks in French."""

MONEY: Final = _words(
    "dollar dollars euro euros pound pounds rupee rupees yen yuan cent cents money cash dólar "
    "dólares pesos dinero plata reais dinheiro argent geld доллар доллара долларов рубль "
    "рубля рублей евро деньги денег रुपये रुपया रुपए डॉलर पैसा पैसे دولار دولارات ريال يورو مال "
    "المال 美元 元 人民币 钱 ドル 円 お金"
)

NEGATIONS: Final[dict[Language, frozenset[str]]] = {
    Language.EN: _words(
        "no not never nothing nobody none nowhere neither without don't doesn't didn't isn't aren't "
        "wasn't weren't can't cannot couldn't won't wouldn't shouldn't haven't hasn't hadn't"
    ),
    Language.ES: _words("no nunca nada nadie ninguno ninguna ningún jamás tampoco sin"),
    Language.PT: _words("não nunca nada ninguém nenhum nenhuma jamais tampouco sem"),
    Language.FR: _words("non ne pas jamais rien personne aucun aucune sans"),
    Language.DE: _words("nein nicht nie niemals nichts niemand kein keine keinen keiner keinem ohne"),
    Language.RU: _words("нет не никогда ничего никто нигде никакой без"),
    Language.AR: _words("لا لم لن ليس ليست أبدا أبداً بدون غير"),
    Language.HI: _words("नहीं मत नही बिना"),
    Language.ZH: _words("不 没 没有 从不 从未 无 别 不是 不会 不能 不用 不要 不必 不再 并不 决不 绝不 没人"),
    Language.JA: _words("ない ません なかった 決して なし"),
}


def emphasis_of(text: str, language: Language) -> Emphasis:
    """The emphasis that a displayed word deserves, if any."""
    bare = unicodedata.normalize("NFC", text).strip(MARKS).lower().replace("’", "'")
    has_digit = any(unicodedata.category(c) == "Nd" for c in bare)
    named = bare.rpartition("'")[2]  # French elides its article: "l'argent", "d'euros"
    if any(unicodedata.category(c) == "Sc" for c in bare) or named in MONEY:
        return Emphasis.MONEY
    if has_digit:
        return Emphasis.NUMBER
    return Emphasis.NEGATION if bare in NEGATIONS[language] else Emphasis.NONE
