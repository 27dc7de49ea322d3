"""Chat answers for tests: scripts of a wanted length in any language."""

from __future__ import annotations

import json
from typing import Any

from renderer.contract.vocabulary import Language

SENTENCES: dict[Language, str] = {
    Language.EN: "The sea is very old and it keeps more secrets than the people who sail on it.",
    Language.ES: "El mar es muy antiguo y guarda más secretos que las personas que navegan por él.",
    Language.ZH: "大海非常古老,它藏着许多人们不知道的秘密。",
    Language.HI: "समुद्र बहुत पुराना है और वह बहुत से राज़ छिपाए हुए है।",
    Language.AR: "البحر قديم جدا وهو يخفي أسرارا كثيرة عن الناس.",
    Language.PT: "O mar é muito antigo e guarda mais segredos do que as pessoas que navegam por ele.",
    Language.FR: "La mer est très vieille et elle garde plus de secrets que les gens qui la traversent.",
    Language.JA: "海はとても古く、人々が知らない秘密をたくさん隠しています。",
    Language.DE: "Das Meer ist sehr alt und es bewahrt mehr Geheimnisse als die Menschen, die darauf fahren.",
    Language.RU: "Море очень старое, и оно хранит больше тайн, чем люди, которые плавают по нему.",
}


def part(*lines: str, visual: tuple[str, ...] = ("sea",), emphasis: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"lines": list(lines), "visual": list(visual), "emphasis": list(emphasis)}


def script(language: Language = Language.EN, *, lines: int = 9, **changes: Any) -> str:
    """A valid reply of `lines` sentences in total, at least five."""
    sentence = SENTENCES[language]
    scenes = [part(*[sentence] * len(range(at, lines - 2, 3))) for at in range(3)]
    reply = {"title": "The sea", "hook": part(sentence), "scenes": scenes, "close": part(sentence)}
    return json.dumps({**reply, **changes}, ensure_ascii=False)
