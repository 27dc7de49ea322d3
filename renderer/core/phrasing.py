"""Small facts about text that decide where a page or line may end, for all ten languages.

Line-start and line-end prohibitions follow W3C JLReq (cl-02, cl-06, cl-07, cl-10, cl-11; cl-01) and
CLReq §3.1.2.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SENTENCE_END: Final = frozenset(".!?…。！？｡।॥؟۔")
CLAUSE_END: Final = frozenset(",;:—–،؛、，；：")
CLOSERS: Final = frozenset("\"'”’»›)]}）］｝」』】〉》〕“‘«‹ \u00a0\u202f")
"""What may follow a sentence's mark: German closes with “, ‘, « and ‹, French sets a space before »."""
NO_LINE_START: Final = frozenset(
    "、。，．・：；？！?!,.:;)]}）］｝」』】〉》〕”’»…‥ー々ゝゞヽヾ〜～％%℃°"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
)
NO_LINE_END: Final = frozenset("([{（［｛「『【〈《〔“‘«¿¡$€£¥₹￥＄")

UNITS: Final = _words(
    "% km m cm mm kg g mg t l ml h s ms km/h mph °c °f gb mb tb hz khz mhz ghz w kw mw percent "
    "million millions billion billions trillion thousand hundred dollars euros pounds years days "
    "hours minutes seconds meters metres miles feet degrees millones millón mil años días horas "
    "minutos segundos metros grados euros dólares milhões milhão bilhões anos dias minutos graus "
    "euros dólares reais millions million milliards ans années jours heures secondes mètres "
    "degrés prozent millionen milliarden jahre tage stunden minuten sekunden meter grad процентов "
    "процента миллионов миллиона миллиардов тысяч лет года дней часов минут секунд метров "
    "градусов प्रतिशत लाख करोड़ हज़ार साल दिन घंटे मिनट सेकंड मीटर بالمئة مليون مليار ألف سنة عام "
    "يوم ساعة دقيقة ثانية متر "
    "年 月 日 时 小时 分钟 秒 米 公里 个 万 亿 人 岁 度 時間 分 キロ メートル 人 歳 円 個 本 回 つ"
)

LIGHT: Final[dict[Language, frozenset[str]]] = {
    Language.EN: _words(
        "a an the of to in on at by for and or but with from as is are was were that this his her its "
        "their our your my not no so if into than may can could will would should must which very more "
        "most every over under before after between"
    ),
    Language.ES: _words(
        "el la los las un una unos unas de del a al en con por para y o pero que se su sus lo le es son "
        "no mi muy más puede cuando donde como sin sobre entre hasta desde ni si"
    ),
    Language.PT: _words(
        "o a os as um uma de do da dos das em no na nos nas com por para e ou mas que se seu sua ao à é "
        "são não meu minha pode muito mais quando onde como sem sobre entre até desde nem pelo pela"
    ),
    Language.FR: _words(
        "le la les un une des de du à au aux en dans avec par pour et ou mais que qui se sa son ses ce "
        "cette est sont ne pas mon ma mes leur leurs peut très plus quand où comme sans sur sous entre"
    ),
    Language.DE: _words(
        "der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf mit von "
        "vom zu zum zur für aus bei ist sind nicht dass kann wird sehr mehr wenn über unter vor nach "
        "bis"
    ),
    Language.RU: _words(
        "и а но в во на с со к ко у о об от до из за по для не ни что как может можно это этот эта эти "
        "его её их если когда чтобы который которая которые под над при без через после перед между "
        "очень самый"
    ),
    Language.AR: _words(
        "في من على إلى عن مع أن إن لا ما هذا هذه ثم أو و قد لم لن التي الذي بين بعد قبل كل غير "
        "ابن بن أبو أبي أبا عبد آل"
    ),
    Language.HI: _words("और या कि यह वह एक इस उस जो जब अगर लेकिन हर बहुत उसका उसकी उसके अपने अपनी अपना"),
    Language.ZH: _words("的 在 和 与 把 被 从 对 是 这 那 一 很 更 最 不 也 都 就 还 会 能 要 为 比 让 给"),
    Language.JA: _words("この その あの お ご"),
}
"""Words that lean on what follows them, so a page should not end with one."""

LEANING_BACK: Final[dict[Language, frozenset[str]]] = {
    Language.RU: _words("же ли бы б ж"),
    Language.HI: _words("का की के को से में पर ने तक ही भी"),
    Language.ZH: _words("的 了 着 过 吗 呢 吧 啊 们 之 得 地 里 上 中"),
    Language.JA: _words(
        "は が を に の と も へ で や か ね よ ば て た だ な です ます でした ました から まで より など "
        "だけ ほど という として について によって たち さん 号 年 月 日 人"
    ),
}
"""Words that lean on what stands before them, so a page should not begin with one."""

_TE_FORM: Final = re.compile(r"(?:て|[んい]で)$")
_ADVERB: Final = re.compile(r"(?:そし|すべ|全|はじめ|初め|かつ|決し|まし|したがっ|よっ|あえ)て$")
_AUXILIARY: Final = re.compile(
    r"い(?:る|た|な[いか]|ま[すし]|て|れ|く(?![つら])|こう)|しま[うっい]|ある|あっ|お[いく]|く[るれ]|きた|もら|いただ|くださ|下さ|み[るた]|ほし"
)

KATAKANA: Final = frozenset(chr(code) for code in range(0x30A1, 0x3100)) | {"・", "ー"}

PROCLITIC_FREE: Final = "\"'“”‘’«»()[]¿¡.,;:!?…"


def closes_sentence(text: str) -> bool:
    """Whether a sentence ends with this token (closing quotes and brackets may follow the mark)."""
    bare = text.rstrip("".join(CLOSERS))
    return bool(bare) and bare[-1] in SENTENCE_END


def ends_clause(text: str) -> bool:
    """Whether the token ends with a comma-like mark."""
    bare = text.rstrip("".join(CLOSERS))
    return bool(bare) and bare[-1] in CLAUSE_END


def may_break(last: str, following: str) -> bool:
    """Whether a line or page may end between two tokens."""
    closes = len(last) > 1 and last[-1] in CLOSERS  # attached to a word, “ and « are closing marks
    opens = last[-1:] in NO_LINE_END and not closes
    return not (opens or (following and following[0] in NO_LINE_START))


def number_binds(last: str, following: str, language: Language) -> bool:
    """Whether `last` is a number and `following` its unit, or `last` a currency sign before its sum."""
    if not last or not following:
        return False
    unit = following.strip(PROCLITIC_FREE).lower()
    if language in {Language.ZH, Language.JA}:
        return last[-1].isdigit() and (unit in UNITS or unit[:1] in UNITS or following[0].isdigit())
    if last[-1].isdigit():
        return unit in UNITS
    return last[-1] in "$€£¥₹" and following[0].isdigit()


def weighs_little(text: str, language: Language) -> bool:
    """Whether the token leans on the one after it (articles, prepositions, conjunctions)."""
    return text.strip(PROCLITIC_FREE).lower() in LIGHT[language]


def leans_back(text: str, language: Language) -> bool:
    """Whether the token leans on the one before it (的, 了, postpositions, particles)."""
    return text.strip(PROCLITIC_FREE + "、。，！？「」『』").lower() in LEANING_BACK.get(
        language, frozenset()
    )


def cuts_name(last: str, following: str) -> bool:
    """Whether a break between two tokens would cut a name written in katakana."""
    return bool(last and following) and last[-1] in KATAKANA and following[0] in KATAKANA


def continues_verb(last: str, following: str) -> bool:
    """Whether a Japanese auxiliary follows its verb (似て + いる, 忘れて + しまう)."""
    return bool(_TE_FORM.search(last) and _AUXILIARY.match(following)) and not _ADVERB.search(last)


class Border(Struct, frozen=True, kw_only=True):
    """The place between two tokens: whether a page or line may end there, and how well.

    `binds`: it lies between a number and its unit. `ends_sentence`, `ends_clause`: the token before it ends
    one. `leans_on`: the token before it leans on the one after it; `leans_back`: the other way round.
    """

    open: bool
    binds: bool
    cuts_name: bool
    ends_sentence: bool
    ends_clause: bool
    leans_on: bool
    leans_back: bool


def border(last: str, following: str, language: Language) -> Border:
    """The border between two tokens."""
    return Border(
        open=may_break(last, following),
        binds=number_binds(last, following, language),
        cuts_name=cuts_name(last, following),
        ends_sentence=closes_sentence(last),
        ends_clause=ends_clause(last),
        leans_on=weighs_little(last, language),
        leans_back=leans_back(following, language)
        or (language is Language.JA and continues_verb(last, following)),
    )
