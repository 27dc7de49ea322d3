"""Units of length, mass and area in ten languages, and the words that say what is measured.

Keys are normalised as by `stemming.normalised`; where a language inflects units, keys are their beginnings.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal, NamedTuple

from renderer.contract.vocabulary import Language


class MeasureUnit(NamedTuple):
    """What a unit measures, and its size in metres, kilograms or square metres."""

    kind: Literal["length", "mass", "area"]
    size: Decimal


_M, _KM, _CM = (MeasureUnit("length", Decimal(size)) for size in ("1", "1000", "0.01"))
_FT, _MI = (MeasureUnit("length", Decimal(size)) for size in ("0.3048", "1609.344"))
_KG, _T, _G, _LB = (MeasureUnit("mass", Decimal(size)) for size in ("1", "1000", "0.001", "0.45359237"))
_M2, _KM2, _HA = (MeasureUnit("area", Decimal(size)) for size in ("1", "1000000", "10000"))

SYMBOLS: Final = {
    "m": _M,
    "km": _KM,
    "cm": _CM,
    "ft": _FT,
    "mi": _MI,
    "kg": _KG,
    "t": _T,
    "g": _G,
    "lb": _LB,
    "lbs": _LB,
    "m2": _M2,
    "km2": _KM2,
    "ha": _HA,
    "м": _M,
    "км": _KM,
    "см": _CM,
    "кг": _KG,
    "т": _T,
    "га": _HA,
    "км2": _KM2,
}
"""Symbols of units, after compatibility folding."""

WORDS: Final[dict[Language, dict[str, MeasureUnit]]] = {
    Language.EN: {
        "metres": _M,
        "meters": _M,
        "kilomet": _KM,
        "centimet": _CM,
        "feet": _FT,
        "foot": _FT,
        "miles": _MI,
        "kilogram": _KG,
        "kilos": _KG,
        "tonnes": _T,
        "tons": _T,
        "grams": _G,
        "pounds": _LB,
        "hectares": _HA,
    },
    Language.ES: {
        "metro": _M,
        "kilometro": _KM,
        "centimetro": _CM,
        "kilo": _KG,
        "tonelada": _T,
        "gramo": _G,
        "hectarea": _HA,
    },
    Language.PT: {
        "metro": _M,
        "quilometro": _KM,
        "centimetro": _CM,
        "quilo": _KG,
        "tonelada": _T,
        "grama": _G,
        "hectare": _HA,
    },
    Language.FR: {
        "metre": _M,
        "kilometre": _KM,
        "centimetre": _CM,
        "kilo": _KG,
        "tonne": _T,
        "gramme": _G,
        "hectare": _HA,
    },
    Language.DE: {
        "meter": _M,
        "kilometer": _KM,
        "zentimeter": _CM,
        "kilo": _KG,
        "tonne": _T,
        "gramm": _G,
        "hektar": _HA,
        "quadratkilometer": _KM2,
        "quadratmeter": _M2,
    },
    Language.RU: {
        "метр": _M,
        "километр": _KM,
        "сантиметр": _CM,
        "килограмм": _KG,
        "тонн": _T,
        "грамм": _G,
        "гектар": _HA,
    },
    Language.HI: {
        "मीटर": _M,
        "किलोमीटर": _KM,
        "सेंटीमीटर": _CM,
        "किलोग्राम": _KG,
        "किलो": _KG,
        "टन": _T,
        "ग्राम": _G,
        "फुट": _FT,
        "फीट": _FT,
        "हेक्टेयर": _HA,
    },
    Language.AR: {
        "متر": _M,
        "امتار": _M,
        "كيلومتر": _KM,
        "سنتيمتر": _CM,
        "كيلوغرام": _KG,
        "كيلوجرام": _KG,
        "طن": _T,
        "اطنان": _T,
        "غرام": _G,
        "هكتار": _HA,
    },
    Language.ZH: {
        "平方公里": _KM2,
        "平方米": _M2,
        "公里": _KM,
        "千米": _KM,
        "厘米": _CM,
        "米": _M,
        "公斤": _KG,
        "千克": _KG,
        "吨": _T,
        "克": _G,
        "公顷": _HA,
    },
    Language.JA: {
        "平方キロメートル": _KM2,
        "平方メートル": _M2,
        "キロメートル": _KM,
        "センチメートル": _CM,
        "センチ": _CM,
        "メートル": _M,
        "キログラム": _KG,
        "トン": _T,
        "グラム": _G,
        "ヘクタール": _HA,
    },
}
"""Beginnings of unit words, of which the longest match counts; in Chinese and Japanese, directly after the
digits.
"""

SQUARE: Final[dict[Language, tuple[str, ...]]] = {
    Language.EN: ("square", "sq"),
    Language.ES: ("cuadrado",),
    Language.PT: ("quadrado",),
    Language.FR: ("carre",),
    Language.DE: ("quadrat",),
    Language.RU: ("квадратн",),
    Language.HI: ("वर्ग",),
    Language.AR: ("مربع",),
    Language.ZH: (),
    Language.JA: (),
}
"""Words beside a unit of length that make it a unit of area."""

HEIGHT: Final[dict[Language, str]] = {
    Language.EN: "high tall height higher taller rises towers summit peak mountain tower",
    Language.ES: "alto alta altos altas altura mide monte cumbre cima torre",
    Language.PT: "alto alta altos altas altura monte cume pico torre",
    Language.FR: "haut haute hauts hautes hauteur mont sommet tour culmine",
    Language.DE: "hoch hohe höhe höher groß ragt berg gipfel turm misst",
    Language.RU: "высот высок выше гора горы вершин башн пик",
    Language.HI: "ऊंच ऊँच पर्वत चोटी मीनार",
    Language.AR: "ارتفاع اعلي اطول طول جبل قمه برج يرتفع",
    Language.ZH: "高 海拔 峰 塔 楼",
    Language.JA: "高 標高 山 塔 タワー",
}
LENGTH: Final[dict[Language, str]] = {
    Language.EN: "long longer length wide wider deep river wall tunnel bridge",
    Language.ES: "largo larga largos largas longitud ancho río puente túnel",
    Language.PT: "comprido comprida longo longa comprimento extensão rio ponte túnel",
    Language.FR: "long longue longs longues longueur large fleuve pont tunnel",
    Language.DE: "lang länge länger breit fluss brücke tunnel",
    Language.RU: "длин длинн протяжен широк река мост туннел",
    Language.HI: "लंब लम्ब नदी पुल सुरंग",
    Language.AR: "عرض نهر جسر نفق",
    Language.ZH: "长 宽 河 江 桥",
    Language.JA: "長 幅 川 橋",
}
MASS: Final[dict[Language, str]] = {
    Language.EN: "heavy heavier weigh weighs weight big bigger large larger size mass massive great",
    Language.ES: "pesa pesan peso pesado pesada grande grandes tamaño masa mayor",
    Language.PT: "pesa pesam peso pesado pesada grande grandes tamanho massa maior",
    Language.FR: "pèse pèsent poids lourd lourde lourds grand grande grands grosse gros taille masse",
    Language.DE: "schwer schwerer wiegt wiegen gewicht groß größe größer masse",
    Language.RU: "тяжел тяжеле весит весят вес больше крупн размер масс",
    Language.HI: "भारी वजन वजनी बड़ा बड़ी बड़े आकार",
    Language.AR: "اثقل يزن تزن وزن حجم اكبر كتله",
    Language.ZH: "重 大",
    Language.JA: "重 大き",
}
"""Beginnings of words that indicate heights, lengths, or masses and sizes."""
