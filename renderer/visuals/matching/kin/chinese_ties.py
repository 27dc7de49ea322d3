"""Ties in Chinese: names are rulers', foreign ones by their signs, or a surname with one or two signs.

Nothing separates words, so a name counts only between unambiguous borders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.kin.given_names import RULERS, SHORT_NAMES, SURNAMES, TRANSLITERATED
from renderer.visuals.matching.kin.ties import Role, Tie
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.places.gazetteer import places_in

_ROLES: Final[tuple[tuple[Role, str], ...]] = (
    (
        "child",
        "儿子 女儿 长子 次子 三子 四子 第三子 第四子 第五子 第八子 幼子 独子 长女 次女 独女 子 女",
    ),
    ("parent", "父亲 母亲 生父 生母 父 母"),
    ("spouse", "妻子 丈夫 皇后 王后 妻 夫人 夫 遗孀 原配"),
    ("sibling", "哥哥 弟弟 姐姐 妹妹 兄长 胞弟 胞兄 胞妹 胞姐 长兄 二弟 弟 妹 兄 姐 兄弟 姐妹 兄妹 姐弟"),
)
_DOUBT: Final = regex.compile(
    r"不是|并非|没有|从未|如果|假如|也许|可能|据说|传说|相传|似乎|仿佛|像|如同|称为|被称|所谓|谣言|吗|？|\?|养子|义子|继子|干儿子|"
    r"公司|企业|品牌|子公司|城市|行星|语言|号舰|轮船|球队|大学|失败|成功之母|之父[。，]$"
)
_RANK: Final = (
    "(?:国王|女王|皇帝|女皇|法老|国君|太子|王子|公主|将军|总统|首相|科学家|作家|画家|苏丹|沙皇|大帝)?"
)
_BEFORE: Final = r"(?<=^|[，。、；：！？…“”《》\s]|国王|女王|皇帝|法老|[年月日后时]|将军|总统|沙皇|苏丹)"
_BEHIND: Final = (
    r"(?=[，。、；：！？…”》\s]|$|是|在|于|与|和|为|被|也|都|就|成|出生|死|去世|即位|继位|登基|后来|则|却|曾|嫁|娶|当|做|说|一起|"
    r"共同|称帝|篡|建立|统治|继承|结婚|因|从|以|将|把|让|随|并|而|又|终|最终|最后|征服|夺取|夺|登|战|投降|写|发动|发|留|打|击败|杀|逃|得到|接|执政|掌权|反|到|前往|住|活|病|未|才)"
)
_NUMBER: Final = r"(?:[一二三四五六七八九十]{1,3}世|大帝|大王)?"
_NO_GIVEN: Final = (
    "的了着过在和与及是有不也都就被把让将从以为于又并而后前上下中里外时年月日们这那哪他她它我你您"
)
_NO_NAMES: Final = """
    高兴 马上 方便 江山 黄金 白天 周围 时候 金钱 国王 王后 王子 王国 皇后
    高山 高度 安全 安静 常常 任何 任务 和平 文化 文明 武器 白人 黄河 马路
    石头 石油 龙王 史诗 史书 关系 关键 明天 明显 常见 包括 项目 温度 司机
    万物 万里 花园 马车 雷电 田野 林业 王朝 王位 王室 康复 水手 夏天 安排
    方法 成功 荣誉 莫名 武士 文字 文学 万一 万人 陆地 顾客 毕业 毕竟 江南
    龙的传人 大地 祖国 人类 上帝 自然 历史 命运 时间 黑暗 科学 战争 失败 需要
"""


def chinese_ties(text: str) -> Iterator[Tie]:
    """Ties in a sentence; none if it asks, doubts or is about something other than people."""
    if _DOUBT.search(text):
        return
    roles: dict[str, Role] = {word: role for role, words in _ROLES for word in words.split()}
    for pattern in _patterns():
        for hit in pattern.finditer(text, overlapped=True):
            groups = {name: found for name, found in hit.groupdict().items() if found}
            role = roles.get(groups.pop("k", ""), "spouse")
            if not all(map(_is_person, groups.values())):
                continue
            end = max(hit.end(name) for name in groups)
            if "both" in groups:
                if groups["one"] != groups["both"]:
                    yield Tie(one=groups["one"], role=role, other=groups["both"], end=end)
                continue
            for other in (groups[key] for key in ("of", "also") if key in groups):
                if groups["one"] != other:
                    yield Tie(one=groups["one"], role=role, other=other, end=end)


def _is_person(name: str) -> bool:
    index = picture_index(Language.ZH)
    thing = name in index.longer or (name in index.terms and name not in index.proper)
    return (
        name not in _no_names()
        and not (thing and name not in _rulers())
        and not places_in([name], Language.ZH)
    )


@lru_cache(maxsize=1)
def _no_names() -> frozenset[str]:
    return frozenset(_NO_NAMES.split())


@lru_cache(maxsize=1)
def _rulers() -> frozenset[str]:
    return frozenset(RULERS.split())


@lru_cache(maxsize=1)
def _patterns() -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(text) for text in _texts())


def _name(group: str) -> str:
    """Pattern of a name, with the longest ruler first."""
    rulers = "|".join(sorted(RULERS.split(), key=len, reverse=True))
    short = "|".join(SHORT_NAMES.split())
    foreign = rf"(?:[{TRANSLITERATED}]{{3,9}}|{short})"
    surname = "|".join(SURNAMES.split())
    given = rf"[^\W\d_{_NO_GIVEN}⟦⟧]{{1,2}}?"
    return rf"(?P<{group}>(?:{rulers}){_NUMBER}|{foreign}(?:·{foreign}){{0,3}}{_NUMBER}|(?:{surname}){given})"


def _texts() -> Iterator[str]:
    of, one, both, also = (_name(group) for group in ("of", "one", "both", "also"))
    words = sorted((word for _, found in _ROLES for word in found.split()), key=len, reverse=True)
    long = "|".join(word for word in words if len(word) > 1)
    short = "|".join(word for word in words if len(word) == 1)
    quality = "(?:第[一二三四五六]个|第[一二三四五六]任|唯一的|大|小|二|三|最小的|双胞胎|同父异母的|孪生)?"
    role = rf"(?:的{quality}(?P<k>{long})|之(?P<k>{short}))"
    parents = rf"{of}(?:[和与]{also})?"
    yield rf"{_BEFORE}{parents}{role}，?{_RANK}{one}{_BEHIND}"
    yield rf"{_BEFORE}{one}(?:就)?[是为乃]{_RANK}{parents}{role}(?=[，。；！…]|$)"
    yield rf"{_BEFORE}{one}，{_RANK}{parents}{role}(?=[，。；！…]|$)"
    yield rf"{_BEFORE}{parents}{role}(?:就是|是|叫|名叫){_RANK}{one}{_BEHIND}"
    yield rf"{_BEFORE}{one}(?:后来|最终|又)?(?:嫁给了?|娶了?|迎娶了?){_RANK}{of}{_BEHIND}"
    wedded = "(?:结婚|成婚|完婚|结为夫妻|是夫妻|成为夫妻)"
    yield rf"{_BEFORE}{both}[与和同]{_RANK}{one}(?:在[^，。]{{1,8}})?{wedded}"
    yield rf"{_BEFORE}{both}[与和]{one}是(?:亲|孪生|双胞胎)?(?P<k>兄弟|姐妹|兄妹|姐弟)"
    yield rf"{_BEFORE}{of}[与和][他她]的{quality}(?P<k>{long}){_RANK}{one}{_BEHIND}"
