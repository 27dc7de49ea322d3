"""Recognises, in ten languages, articles and sections without running text about their subject."""

from __future__ import annotations

from typing import Final

_APPENDED: Final = frozenset(
    heading.strip().casefold()
    for heading in """
references|notes|footnotes|see also|external links|further reading|bibliography|sources|citations|works
gallery|discography|filmography|in popular culture|etymology|pronunciation|works cited|awards
referencias|notas|véase también|enlaces externos|bibliografía|fuentes|galería|etimología|en la cultura popular
referências|ver também|ligações externas|bibliografia|fontes|galeria|etimologia|na cultura popular
leitura adicional
références|notes et références|voir aussi|liens externes|bibliographie|annexes|galerie|étymologie
articles connexes
einzelnachweise|weblinks|literatur|siehe auch|anmerkungen|quellen|galerie|etymologie|nachweise
примечания|литература|ссылки|см. также|источники|галерея|этимология|в культуре|комментарии
参考文献|参考资料|外部链接|外部連結|参见|參見|注释|註釋|延伸阅读|图集|词源|脚注|外部リンク|関連項目|出典|注釈|関連文献|語源|ギャラリー
المراجع|مراجع|وصلات خارجية|انظر أيضا|انظر أيضًا|ملاحظات|مصادر|معرض صور|أصل التسمية
सन्दर्भ|संदर्भ|बाहरी कड़ियाँ|इन्हें भी देखें|टिप्पणी|स्रोत|ग्रन्थसूची|चित्र दीर्घा
""".replace("\n", "|").split("|")
    if heading.strip()
)

SHORT_OPENING: Final = 200
_POINTING: Final = (
    "may refer to",
    "may also refer to",
    "can refer to",
    "puede referirse a",
    "puede hacer referencia a",
    "pode referir-se a",
    "pode se referir a",
    "peut désigner",
    "peut faire référence à",
    "steht für",
    "bezeichnet:",
    "может означать",
    "многозначный термин",
    "可以指",
    "可能指",
    "曖昧さ回避",
    "以下のものを指す",
    "قد تشير إلى",
    "قد يشير إلى",
    "बहुविकल्पी",
)
_NAMED: Final = (
    "(disambiguation)",
    "(desambiguación)",
    "(desambiguação)",
    "(homonymie)",
    "(begriffsklärung)",
    "(значения)",
    "(消歧义)",
    "(消歧義)",
    "(曖昧さ回避)",
    "(توضيح)",
    "(बहुविकल्पी)",
)


def is_appended(heading: str) -> bool:
    """Whether a heading is that of an appendix."""
    return heading.strip().casefold() in _APPENDED


def only_points(title: str, opening: str) -> bool:
    """Whether an article only lists what its title can mean; `opening` is its first paragraph."""
    if title.casefold().endswith(_NAMED):
        return True
    return len(opening) < SHORT_OPENING and any(phrase in opening.casefold() for phrase in _POINTING)
