"""Places that a text names: countries, cities, states and features of the Earth, with where they are.

Names are from Unicode CLDR and GeoNames, prepared in advance (assets/geography/places.zip, by
tools/build_places.py), followed by places of history, which those lack (`historic`).
A doubtful name, which also means something else, counts only beside a cue or with another place of its
country. A name shared by a feature and a city or country means the feature only beside one of the feature's
own cues.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.visuals.matching.features.hits import FeatureHit, feature_hits
from renderer.visuals.matching.features.names import feature_names, feature_rows
from renderer.visuals.matching.features.spelling import ENDS
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.places.guards import guards
from renderer.visuals.matching.places.names import place_names, place_rows
from renderer.visuals.matching.places.rows import PlaceNames
from renderer.visuals.matching.places.spotting import PlaceHit, place_hits
from renderer.visuals.matching.plain import plain, readings, spellings

_NEAR_TEXT: Final = 2
_EDGES: Final = " .,;:!?…\"'“”„«»()[]。、，！？؟،।"


def places_in(words: Sequence[str], language: Language, *, near: Sequence[str] = ()) -> tuple[Place, ...]:
    """Places that the words name, each once, in order; `near` are further words of the text."""
    names = place_names(language)
    hits = list(place_hits(words, language, names, is_content=is_content))
    sure = {place_rows()[hit.row].code for hit in hits if _is_sure(hit, language)}
    if not all(_is_sure(hit, language) for hit in hits):
        sure |= {
            place_rows()[hit.row].code
            for hit in place_hits(near, language, names, is_content=is_content)
            if _is_sure(hit, language)
        }
    at, kinds = guards(language).at, guards(language).kinds
    features = feature_hits(
        words, language, near=near, countries=sure, at=at, kinds=kinds, is_content=is_content
    )
    sure |= {country for hit in features if (country := feature_rows()[hit.row].country)}
    found: dict[tuple[int, bool], tuple[int, Place]] = {}
    for hit in hits:
        if any(_gives_way(hit, feature) for feature in features):
            continue
        certain = _is_sure(hit, language) or place_rows()[hit.row].code in sure
        if not certain and not _cued(hit, words, near, language):
            continue
        found.setdefault((hit.row, False), (hit.start, _place(hit.row, hit.text, names)))
    kept = [hit for hit in hits if (hit.row, False) in found]
    for feature in features:
        if not any(_overlap(feature, hit) for hit in kept if not _gives_way(hit, feature)):
            found.setdefault((feature.row, True), (feature.start, _feature(feature, language)))
    return tuple(place for _, place in sorted(found.values(), key=lambda each: each[0]))


def _is_sure(hit: PlaceHit, language: Language) -> bool:
    """Whether it needs no cue: neither a doubtful name, nor a country's that is also a state's (Georgia)."""
    if hit.doubtful or place_rows()[hit.row].people:
        return not hit.doubtful
    known = feature_names(language).terms
    terms = spellings(hit.text.split(), language)
    return not any(feature_rows()[name.row].country for term in terms for name in known.get(term, ()))


def _overlap(feature: FeatureHit, hit: PlaceHit) -> bool:
    return feature.start < hit.end and hit.start < feature.end


def _gives_way(hit: PlaceHit, feature: FeatureHit) -> bool:
    """Whether the feature's name contains the place's, or is the same and has its own cue."""
    longer = feature.end - feature.start > hit.end - hit.start
    return _overlap(feature, hit) and (longer or feature.cued)


def _feature(hit: FeatureHit, language: Language) -> Place:
    row = feature_rows()[hit.row]
    return Place(
        code=row.code,
        text=hit.text.strip(_EDGES),
        name=feature_names(language).names[hit.row],
        east=row.east,
        north=row.north,
    )


def _place(row: int, text: str, names: PlaceNames) -> Place:
    found = place_rows()[row]
    return Place(
        code=found.code,
        text=text.strip(_EDGES),
        name=names.names[row],
        east=found.east,
        north=found.north,
        city=found.people > 0,
    )


def _cued(hit: PlaceHit, words: Sequence[str], near: Sequence[str], language: Language) -> bool:
    """Whether a word nearby says that the place is meant."""
    known = guards(language)
    if language in UNSPACED:
        text = "".join(words)
        around = text[max(hit.start - _NEAR_TEXT, 0) : hit.start] + " " + text[hit.end : hit.end + _NEAR_TEXT]
        return any(kind in around for kind in known.kinds)
    before = plain(words[hit.start - 1], language) if hit.start else ""
    goes_on = hit.end < len(words) and not words[hit.end - 1].endswith(ENDS)
    follows = goes_on and words[hit.end][:1].isupper()
    if before in known.at and (language is Language.DE or not follows):
        return True
    others = (*words[: hit.start], *words[hit.end :], *near)
    said = {one for word in others for one in readings(word, language)}
    return not follows and any(word.startswith(kind) for word in said for kind in known.kinds)
