"""Japanese: converts the readings of Open JTalk's front end (pyopenjtalk-plus, MIT) to the voices' sounds."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from renderer.backends.speech.phonemes.symbols import CLOSING, Sounded, known, plain_marks

_KANA: Final = dict(
    re.findall(
        "([ァ-ヺ])([^ァ-ヺ ]+)",
        "アa イi ウɯ エe オo カka ガɡa キkʲi ギɡʲi クkɯ グɡɯ ケke ゲɡe コko ゴɡo サsa ザʣa シɕi ジʥi "
        "スsɨ ズzɨ セse ゼʣe ソso ゾʣo タta ダda チʨi ヂʥi ツʦɨ ヅzɨ テte デde トto ドdo ナna ニɲi ヌnɯ ネne "
        "ノno ハha バba パpa ヒçi ビbʲi ピpʲi フɸɯ ブbɯ プpɯ ヘhe ベbe ペpe ホho ボbo ポpo マma ミmʲi ムmɯ "
        "メme モmo ヤja ユjɯ ヨjo ラɾa リɾʲi ルɾɯ レɾe ロɾo ワβa ヲo ヴvɯ ッʔ ヰi ヱe",
    )
)
_SMALL: Final = dict(zip("ァィゥェォャュョ", "aiɯeoaɨo", strict=True))
_NASALS: Final = (("mpb", "m"), ("kɡ", "ŋ"), ("ɲʨʥ", "ɲ"), ("ntdɾz", "n"))
_LOCK: Final = threading.Lock()
"""Guards the front end, which has global state."""


def read_japanese(words: Sequence[tuple[int, str]]) -> tuple[Sounded, ...]:
    """One `Sounded` for each morpheme of (token, word with its marks), with the token where it begins."""
    import pyopenjtalk  # noqa: PLC0415  loads dictionaries

    text, owner = "", []
    for token, word in words:
        text += word
        owner += [token] * len(word)
    with _LOCK:
        features, morphs = pyopenjtalk.run_frontend_detailed(text)
        morphemes = pyopenjtalk.make_phoneme_mapping(features, morphs, caller_text=text)
    found: list[Sounded] = []
    token = words[0][0] if words else 0
    for morpheme in morphemes:
        first, last = morpheme["char_span"]
        token = owner[first] if first < min(last, len(owner)) else token
        surface = plain_marks(text[first:last])
        closing = "".join(char for char in surface if char in CLOSING)
        sounds = known(_sounds(str(morpheme["pron"])))
        if found and (closing or (sounds and _leans(morpheme))):
            last_one = found.pop()
            after = last_one.after.rstrip() + (closing + " " if closing else "")
            found.append(
                Sounded(token=last_one.token, before=last_one.before, sounds=last_one.sounds, after=after)
            )
        if sounds and not closing:
            found.append(Sounded(token=token, before="", sounds=sounds, after=" "))
    return tuple(found)


def _leans(morpheme: Mapping[str, Any]) -> bool:
    """Whether a morpheme is an ending that is spoken together with the word before it."""
    return bool(
        morpheme["pos"] == "助動詞"
        or (morpheme["pos_group1"] == "接続助詞" and morpheme["surface"] in {"て", "で"})
    )


def _sounds(pronounced: str) -> str:
    ipa, before = "", ""
    for kana, following in pairwise(pronounced.replace("’", "") + "-"):
        if kana in _SMALL:
            stem = {"ウ": "β", "イ": "j"}.get(before) or _KANA.get(before, "aa")[:-1]
            soft = "ᵝ" if before in "クグ" else "ʲ" if kana in "ィュ" and before in "テデフツヴ" else ""
            ipa = ipa[: len(ipa) - len(_KANA.get(before, ""))] + stem + soft + _SMALL[kana]
        elif kana == "ン":
            opening = _KANA.get(following, "-")[0]
            ipa += next((nasal for heads, nasal in _NASALS if opening in heads), "ɴ")
        else:
            ipa += "ː" if kana == "ー" else _KANA.get(kana, "")
        before = kana
    return ipa
