"""Converts words to IPA with espeak-ng (in its own process), and the IPA to the voices' alphabet.

The table of diphthongs and affricates follows misaki's for Kokoro 1.0 (hexgrad, Apache-2.0).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise, product
from typing import Final

from renderer.backends.speech.embedded.espeak_process import EspeakProcess
from renderer.backends.speech.phonemes.symbols import Sounded, known, plain_marks

Pairs = tuple[tuple[str, str], ...]
TIMEOUT: Final = 30.0


def _pairs(text: str) -> Pairs:
    return tuple((old, new) for old, _, new in (pair.partition(":") for pair in text.split()))


_TIES: Final = _pairs("a^ɪ:I a^ʊ:W d^z:ʣ d^ʒ:ʤ e^ɪ:A o^ʊ:O ə^ʊ:Q t^s:ʦ t^ʃ:ʧ ɔ^ɪ:Y s^s:S")
_SYLLABIC: Final = re.compile("(\\S)\u0329")
_ENGLISH_BEFORE: Final = _pairs(
    "ʔˌn\u0329:ʔn ʔn\u0329:ʔn ə^l:ᵊl ʲo:jo ʲə:jə ʲ: ɚɹ:əɹ ɚ:əɹ r:ɹ x:k ç:k ɐ:ə ɬ:l \u0303:"
)
_ENGLISH_AFTER: Final = _pairs("e^ə:ɛː e:A ɜːɹ:ɜɹ ɜː:ɜɹ ɪə:iə ː: o:ɔ ɾ:T ʔ:t")
_OTHERS: Final[dict[str, Pairs]] = {
    "de": _pairs("ɔø:Y ʏ:y ɜ:ɐ"),
    "ru": _pairs("ʑ:zʲ ɭ:l ɵ:o ʉ:u"),
    "ar": _pairs("ħ:h ʕ:ʔ"),
}
"""Sounds of languages that the model was not trained on, replaced by the nearest that it has."""

_LANGUAGE_SWITCH: Final = re.compile(r"\([^)]*\)")
_WORD: Final = re.compile(r"([“\"(—…]*)(.*?)([.,!?;:…—”\")]*)")
_MOST_JOINED, _MOST_SPLIT = 4, 11
_STEPS: Final = (*((1, n) for n in range(1, _MOST_JOINED + 1)), *((n, 1) for n in range(2, _MOST_SPLIT + 1)))


def to_symbols(ipa: str, voice: str) -> str:
    """Convert espeak's IPA of one word to the voices' alphabet; `voice` is the espeak voice that read it."""
    own = _OTHERS.get(voice, ())
    english = voice.startswith("en")
    for old, new in (*_TIES, *own, *(_ENGLISH_BEFORE if english else ())):
        ipa = ipa.replace(old, new)
    ipa = _SYLLABIC.sub(r"ᵊ\1", ipa)
    for old, new in _ENGLISH_AFTER if english else ():
        ipa = ipa.replace(old, new)
    return known(ipa)


def read_words(words: Sequence[tuple[int, str, str]], *, process: EspeakProcess) -> tuple[Sounded, ...]:
    """One `Sounded` for each (token, word with its adjacent marks, espeak voice), in order.

    Words between two marks are read together, since their sounds depend on their neighbours.

    Raises:
        EspeakError, LookupError: what `EspeakProcess.read_all` raises.
    """
    parted = [(token, *_parted(word), voice) for token, word, voice in words]
    stretches: list[list[tuple[int, str, str, str, str]]] = []
    for _, same in groupby(parted, key=lambda row: row[4]):
        stretches.append([])
        for row in same:
            stretches[-1].append(row)
            if row[3]:
                stretches.append([])
    stretches = [stretch for stretch in stretches if stretch]
    asked = [(stretch[0][4], [" ".join(row[2] for row in stretch)]) for stretch in stretches]
    together = [texts[0] for texts in process.read_all(asked, timeout=TIMEOUT)] if asked else []
    unclear = [
        at
        for at, ipa in enumerate(together)
        if len(_split(ipa)) != sum(bool(row[2]) for row in stretches[at])
    ]
    alone = dict(
        zip(
            unclear,
            process.read_all(
                [(stretches[at][0][4], [row[2] for row in stretches[at]]) for at in unclear], timeout=TIMEOUT
            )
            if unclear
            else [],
            strict=True,
        )
    )
    sounded: list[Sounded] = []
    for at, (stretch, ipa) in enumerate(zip(stretches, together, strict=True)):
        parts = _split(ipa)
        if at in alone:
            parts = shared_out(parts, ["".join(_split(one)) for one in alone[at]])
        else:
            rest = iter(parts)
            parts = [next(rest) if row[2] else "" for row in stretch]
        sounded += [
            Sounded(
                token=token,
                before=known(before),
                sounds=to_symbols(part, voice),
                after=known(after) + " ",
                sure=at not in alone,
            )
            for (token, before, _, after, voice), part in zip(stretch, parts, strict=True)
        ]
    return tuple(sounded)


def _parted(word: str) -> tuple[str, str, str]:
    """A word's opening marks, the bare word, and its closing marks."""
    found = _WORD.fullmatch(plain_marks(word))
    return (found[1], found[2], found[3]) if found else ("", word, "")


def _split(ipa: str) -> list[str]:
    return _LANGUAGE_SWITCH.sub("", ipa).split()


def shared_out(together: Sequence[str], alone: Sequence[str]) -> list[str]:
    """Distribute sounds to words, by similar length, where espeak merged words or split one into several.

    `together` are the groups of sounds in context, `alone` the sounds of each word read by itself.
    """
    best: dict[tuple[int, int], tuple[float, list[str]]] = {(0, 0): (0.0, [])}
    places = product(range(len(together) + 1), range(len(alone) + 1), _STEPS)
    for heard, written, (joined, split) in places:
        before = best.get((heard - joined, written - split))
        if before is None:
            continue
        said = " ".join(together[heard - joined : heard])
        sizes = [len(word) for word in alone[written - split : written]]
        cost = before[0] + abs(len(said) - sum(sizes)) + 0.1 * (joined + split)
        if (heard, written) not in best or cost < best[heard, written][0]:
            best[heard, written] = cost, before[1] + _cut(said, sizes)
    found = best.get((len(together), len(alone)))
    return found[1] if found else _cut(" ".join(together), [len(word) for word in alone])


def _cut(said: str, sizes: Sequence[int]) -> list[str]:
    whole = max(1, sum(sizes))
    edges = [round(edge * len(said) / whole) for edge in accumulate([0, *sizes])]
    return [said[start:end] for start, end in pairwise(edges)]
