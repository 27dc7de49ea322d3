"""Small facts about text that decide where a page or line may end, for all ten languages.

Line-start and line-end prohibitions follow W3C JLReq (cl-02, cl-06, cl-07, cl-10, cl-11; cl-01) and
CLReq §3.1.2.
"""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import Language


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SENTENCE_END: Final = frozenset(".!?…。！？｡।॥؟۔")
CLAUSE_END: Final = frozenset(",;:—–،؛、，；：")
CLOSERS: Final = frozenset("\"'”’»)]}）］｝」』】〉》〕")
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
        "their our your my not no so if into than"
    ),
    Language.ES: _words(
        "el la los las un una unos unas de del a al en con por para y o pero que se su sus lo le es son no"
    ),
    Language.PT: _words(
        "o a os as um uma de do da dos das em no na nos nas com por para e ou mas que se seu sua ao à "
        "é são não"
    ),
    Language.FR: _words(
        "le la les un une des de du à au aux en dans avec par pour et ou mais que qui se sa son ses "
        "ce cette est sont ne pas"
    ),
    Language.DE: _words(
        "der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf mit "
        "von vom zu zum zur für aus bei ist sind nicht dass"
    ),
    Language.RU: _words("и а но в во на с со к ко у о об от до из за по для не ни что как"),
    Language.AR: _words("في من على إلى عن مع أن إن لا ما هذا هذه ثم أو و"),
    Language.HI: _words("और या कि यह वह एक इस उस"),
    Language.ZH: _words("的 在 和 与 把 被 从 对 是 这 那 一"),
    Language.JA: _words("この その あの お ご"),
}
"""Words that lean on what follows them, so a page should not end with one."""

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
    return not ((last and last[-1] in NO_LINE_END) or (following and following[0] in NO_LINE_START))


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
