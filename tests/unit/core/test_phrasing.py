"""What is known about the place between two words, in every kind of language."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.phrasing import border


@pytest.mark.parametrize(
    ("last", "following", "language", "true"),
    [
        ("the", "sea", Language.EN, {"open", "leans_on"}),
        ("sea,", "and", Language.EN, {"open", "ends_clause"}),
        ("sea.”", "Then", Language.EN, {"open", "ends_sentence"}),
        ("40", "km", Language.EN, {"open", "binds"}),
        ("(", "sea", Language.EN, {"cuts_off"}),
        ("海", "的", Language.ZH, {"open", "leans_back"}),
        ("海", "。", Language.ZH, {"cuts_off"}),
        ("コン", "ピュータ", Language.JA, {"open", "cuts_name"}),
        ("似て", "いるのか", Language.JA, {"open", "leans_back"}),
        ("読んで", "しまった", Language.JA, {"open", "leans_back"}),
        ("そして", "いなくなった", Language.JA, {"open"}),
        ("ابن", "الهيثم", Language.AR, {"open", "leans_on"}),
    ],
)
def test_a_border_says_why_a_line_may_or_should_not_end_there(
    last: str, following: str, language: Language, true: set[str]
) -> None:
    place = border(last, following, language)
    names = ("open", "binds", "cuts_name", "ends_sentence", "ends_clause", "leans_on", "leans_back")
    said = {name for name in names if getattr(place, name)}
    if "cuts_off" in true:
        assert not place.open
    else:
        assert said == true
