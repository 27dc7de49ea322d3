"""How the ten languages write scales, shares, money and trends; normalised as by `stemming.normalised`."""

from __future__ import annotations

from typing import Final, Literal

from renderer.contract.vocabulary import Language

SIGNS: Final = {
    "%": "%",
    "٪": "%",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₽": "RUB",
    "R$": "BRL",
}

SCALES: Final[dict[Language, dict[str, int]]] = {
    Language.EN: {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12},
    Language.ES: {"mil": 10**3, "millon": 10**6, "millones": 10**6, "billones": 10**12, "billon": 10**12},
    Language.PT: {
        "mil": 10**3,
        "milhao": 10**6,
        "milhoes": 10**6,
        "bilhao": 10**9,
        "bilhoes": 10**9,
        "trilhao": 10**12,
        "trilhoes": 10**12,
    },
    Language.FR: {
        "mille": 10**3,
        "million": 10**6,
        "millions": 10**6,
        "milliard": 10**9,
        "milliards": 10**9,
        "billion": 10**12,
        "billions": 10**12,
    },
    Language.DE: {
        "tausend": 10**3,
        "million": 10**6,
        "millionen": 10**6,
        "milliarde": 10**9,
        "milliarden": 10**9,
        "billion": 10**12,
        "billionen": 10**12,
    },
    Language.RU: {
        "тысяч": 10**3,
        "тысячи": 10**3,
        "тысяча": 10**3,
        "миллион": 10**6,
        "миллиона": 10**6,
        "миллионов": 10**6,
        "миллиард": 10**9,
        "миллиарда": 10**9,
        "миллиардов": 10**9,
        "триллион": 10**12,
        "триллиона": 10**12,
        "триллионов": 10**12,
    },
    Language.HI: {"सौ": 100, "हजार": 10**3, "लाख": 10**5, "करोड": 10**7, "अरब": 10**9},
    Language.AR: {
        "الف": 10**3,
        "الاف": 10**3,
        "مليون": 10**6,
        "ملايين": 10**6,
        "مليار": 10**9,
        "مليارات": 10**9,
    },
    Language.ZH: {"千": 10**3, "万亿": 10**12, "万": 10**4, "亿": 10**8, "百万": 10**6},
    Language.JA: {"千": 10**3, "兆": 10**12, "億": 10**8, "百万": 10**6, "万": 10**4},
}

PERCENT_WORDS: Final[dict[Language, frozenset[str]]] = {
    Language.EN: frozenset({"percent", "%"}),
    Language.ES: frozenset({"%", "porciento"}),
    Language.PT: frozenset({"%", "porcento"}),
    Language.FR: frozenset({"%", "pourcent"}),
    Language.DE: frozenset({"%", "prozent"}),
    Language.RU: frozenset({"%", "процент", "процента", "процентов"}),
    Language.HI: frozenset({"%", "प्रतिशत", "फीसदी"}),
    Language.AR: frozenset({"%", "بالماية", "بالمية", "المية", "فيالمية"}),
    Language.ZH: frozenset({"%"}),
    Language.JA: frozenset({"%", "パーセント"}),
}
"""Two words are joined to one: "por ciento"."""

CURRENCY_WORDS: Final[dict[Language, dict[str, str]]] = {
    Language.EN: {"dollars": "USD", "euros": "EUR", "pounds": "GBP", "yen": "JPY", "rupees": "INR"},
    Language.ES: {"dolares": "USD", "euros": "EUR", "libras": "GBP", "pesos": "MXN"},
    Language.PT: {"dolares": "USD", "euros": "EUR", "reais": "BRL", "libras": "GBP"},
    Language.FR: {"dollars": "USD", "euros": "EUR", "livres": "GBP"},
    Language.DE: {"dollar": "USD", "euro": "EUR", "pfund": "GBP"},
    Language.RU: {"рублей": "RUB", "рубля": "RUB", "долларов": "USD", "доллара": "USD", "евро": "EUR"},
    Language.HI: {"रुपये": "INR", "रुपए": "INR", "डॉलर": "USD", "यूरो": "EUR"},
    Language.AR: {"دولار": "USD", "يورو": "EUR", "ريال": "SAR", "جنيه": "EGP"},
    Language.ZH: {"美元": "USD", "元": "CNY", "欧元": "EUR", "块": "CNY"},
    Language.JA: {"円": "JPY", "ドル": "USD", "ユーロ": "EUR"},
}

TRENDS: Final[dict[Language, dict[Literal["up", "down"], str]]] = {
    Language.EN: {
        "up": "rise rises rose risen grow grows grew grown growth soar soars climb climbs surge increase "
        "increases double doubles triple profit boom",
        "down": "fall falls fell fallen drop drops crash crashes crashed collapse collapsed lose loses lost "
        "loss shrink sink decline plunge debt bankrupt",
    },
    Language.ES: {
        "up": "sube subio crece crecio aumenta aumento duplica ganancia",
        "down": "cae cayo baja pierde perdio perdida desplome colapso deuda quiebra",
    },
    Language.PT: {
        "up": "sobe subiu cresce cresceu aumenta aumentou dobra lucro",
        "down": "cai caiu perde perdeu perda queda colapso divida falencia",
    },
    Language.FR: {
        "up": "monte augmente augmentation grimpe double croissance profit",
        "down": "tombe chute baisse perd perdu perte effondrement dette faillite",
    },
    Language.DE: {
        "up": "steigt stieg gestiegen wächst wuchs wachstum verdoppelt gewinn",
        "down": "fällt fiel gefallen sinkt sank verliert verlor verlust absturz schulden pleite",
    },
    Language.RU: {
        "up": "растет вырос выросла рост удвоился прибыль дорожает дорожал дорожала подорожал",
        "down": "падает упал упала падение потерял потеряли убыток долг крах дешевеет подешевел",
    },
    Language.HI: {"up": "बढ़ बढ़ता बढ़ा वृद्धि मुनाफा दोगुना", "down": "गिर गिरा गिरावट नुकसान घाटा कर्ज घटा"},
    Language.AR: {"up": "ارتفع ارتفاع نمو زاد ارباح تضاعف", "down": "انخفض انخفاض هبط خسر خسارة انهيار ديون"},
    Language.ZH: {
        "up": "上涨 增长 增加 翻倍 上升 飙升 盈利",
        "down": "下跌 下降 暴跌 亏损 损失 崩盘 债务 破产",
    },
    Language.JA: {
        "up": "上昇 増え 増加 成長 急騰 利益 倍増",
        "down": "下落 減少 暴落 損失 失い 借金 崩壊 破産",
    },
}
