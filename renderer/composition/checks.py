"""Editorial checks applied to every script, whatever its origin; the findings go into the manifest."""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.core.script import Script, display_text
from renderer.text.language_check import seems_written_in
from renderer.text.languages import is_spaced
from renderer.text.topical import mentioned, topic_words, words_of

SHORTEST: Final = 30.0
LONGEST: Final = 60.0
LEAST_ABOUT: Final = 0.5
"""Smallest share of lines that must say something about the topic."""
LONGEST_LINE: Final = {Language.ZH: 48, Language.JA: 70}
LONGEST_LINE_WORDS: Final = 28
_MEDICAL_OR_MONEY: Final = regex.compile(
    r"\b(?:cures?|cancer|vaccin\w+|dos(?:e|age)|diagnos\w+|symptoms?|medicines?|tablets?|therap\w+|invest\w*|returns?|profits?"
    r"|guaranteed|stocks?|shares|crypto\w*|bitcoin|loans?|debts?|mortgage\w*|interest rate\w*)\b"
    r"|\b(?:cura|cáncer|vacuna\w*|dosis|síntomas?|inversi\w+|ganancias?|acciones|deudas?|préstamos?|câncer|vacina\w*|sintomas?"
    r"|investi\w+|lucros?|dívidas?|empréstimos?|vaccin\w*|symptômes?|placements?|dettes?|crédits?|bourse|heil\w+|krebs|impf\w+"
    r"|dosis|symptome?|rendite\w*|aktien?|schulden|kredit\w*|zinsen)\b"
    r"|вакцин|симптом|инвест|прибыл|акци[ия]|кредит|долг|лекарств|癌|疫苗|剂量|症状|投资|股票|贷款|利息|ワクチン|症状|投資|株式|借金|ローン"
    r"|لقاح|سرطان|أعراض|استثمار|أرباح|أسهم|قرض|ديون|टीका|कैंसर|लक्षण|निवेश|मुनाफ|शेयर|कर्ज|ऋण",
    regex.I,
)
_GRAVE: Final = regex.compile(
    r"\b(?:killed|murder\w*|died|deaths?|massacre|genocide|suicide|murió|muert\w+|asesin\w+|matou|mort\w*|tué\w*|starb\w*|getötet|mord\w*)\b"
    r"|погиб|убит|убий|смерт|死|遇难|殺|قتل|مات|मौत|मारे",
    regex.I,
)
_FLIPPANT: Final = regex.compile(r"!|😂|\b(?:lol|haha|crazy|insane|epic|awesome)\b|哈哈|笑|！", regex.I)


def is_sensitive(text: str) -> bool:
    """Whether the text concerns health or money, where viewers could take it for advice."""
    return bool(_MEDICAL_OR_MONEY.search(text))


def findings(
    script: Script, *, topic: str, seconds: float, said_before: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Problems found in the script, one sentence each; empty when there are none."""
    lines = [display_text(line) for line in script.lines]
    text = " ".join(lines)
    found = []
    if not seems_written_in(text, script.language):
        found.append(f"language: the text does not look like '{script.language.value}'")
    if not SHORTEST <= seconds <= LONGEST:
        found.append(f"length: {seconds:.1f} s, outside {SHORTEST:.0f} to {LONGEST:.0f} s")
    share = about_share(script, topic)
    if share < LEAST_ABOUT:
        found.append(f"about the topic: {share:.0%} of the lines say something about it")
    if said_before:
        found.append(f"repeats: {len(said_before)} of {len(lines)} lines were said in an earlier video")
    if len(set(lines)) < len(lines):
        found.append("repeats: a line stands twice in this script")
    found += _care(script, lines)
    long = sum(_is_long(line, script.language) for line in lines)
    if long:
        found.append(f"reading ease: {long} of {len(lines)} lines are long for the ear")
    return tuple(found)


def about_share(script: Script, topic: str) -> float:
    """Share of lines that state something from a source or mention one of the topic's words."""
    words = topic_words(topic or script.title, script.language)
    told = [
        bool(line.sources) or bool(mentioned(words, display_text(line), script.language))
        for line in script.lines
    ]
    return sum(told) / len(told) if told else 0.0


def _care(script: Script, lines: list[str]) -> list[str]:
    """Check that lines about deaths are sober, and that lines about health or money have a source."""
    found = []
    grave = any(_GRAVE.search(line) for line in lines)
    if grave and any(_FLIPPANT.search(line) for line in lines):
        found.append("tone: it speaks of deaths, and a line is not sober")
    unsourced = [
        line
        for line, said in zip(script.lines, lines, strict=True)
        if not line.sources and is_sensitive(said)
    ]
    if unsourced:
        found.append(f"care: {len(unsourced)} lines speak of health or money without a source")
    return found


def _is_long(line: str, language: Language) -> bool:
    if not is_spaced(language):
        return len(line) > LONGEST_LINE[language]
    return len(words_of(line, language)) > LONGEST_LINE_WORDS
