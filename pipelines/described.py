"""The text below a video where it is shown: its title, what it rests on, whom to credit, and cautions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from renderer.composition.checks import is_sensitive
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.codec import encode
from renderer.core.script import Script, display_text

NOT_ADVICE: Final[dict[Language, str]] = {
    Language.EN: "For information only; this is not advice.",
    Language.ES: "Solo a título informativo; no es un consejo profesional.",
    Language.ZH: "仅供参考，不构成建议。",
    Language.HI: "केवल जानकारी के लिए; यह सलाह नहीं है।",
    Language.AR: "للعلم فقط، وليس نصيحة.",
    Language.PT: "Apenas para informação; não é aconselhamento.",
    Language.FR: "À titre d'information seulement ; ceci n'est pas un conseil.",
    Language.JA: "情報の提供のみを目的とし、助言ではありません。",
    Language.DE: "Nur zur Information; dies ist keine Beratung.",
    Language.RU: "Только для информации; это не совет.",
}
SHARE_ALIKE: Final = (
    "The script is adapted from the texts named here and is under the same licence, {licence}."
)


def description(script: Script, credit: Sequence[str], *, mode: VideoMode) -> str:
    """Title, caution if one is due, licences and credits."""
    parts = (script.title, caution(script, mode=mode), *_licences(script), *credit)
    return "\n".join(part for part in parts if part)


def caution(script: Script, *, mode: VideoMode) -> str:
    """A note that the video is no advice, in its language, if it is about money or health; else empty."""
    text = " ".join(display_text(line) for line in script.lines)
    due = mode is VideoMode.FINANCE_WARNING or is_sensitive(text)
    return NOT_ADVICE[script.language] if due else ""


def credits_text(script: Script, credit: Sequence[str]) -> str:
    """The content of NAME.credits.txt: everything that must be named, one per line."""
    named = [*_licences(script), *credit] or ["Nothing in this video asks for credit."]
    return "\n".join([script.title, "", *named]) + "\n"


def script_key(script: Script) -> str:
    """A digest by which a script is recognised."""
    return hashlib.sha256(encode(script)).hexdigest()


def _licences(script: Script) -> list[str]:
    licences = dict.fromkeys(source.licence for source in script.sources if source.is_share_alike)
    return [SHARE_ALIKE.format(licence=licence) for licence in licences]
