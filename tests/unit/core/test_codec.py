from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.core.codec import canonical, decode, encode
from renderer.core.script import Line, Role, Scene, Script, Token
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, SpokenLine, Word
from renderer.errors import ClipwrightError

text = st.text(st.characters(codec="utf-8"), max_size=12)
seconds = st.fractions(min_value=0, max_value=900, max_denominator=96_000)
spans = st.tuples(seconds, seconds).map(lambda pair: TimeRange(min(pair), max(pair)))
words = st.builds(
    Word,
    text=text,
    span=spans,
    line=text,
    token=st.integers(0, 99),
    confidence=st.floats(0, 1),
    source=text,
    gap=st.sampled_from(["", " "]),
)
narrations = st.builds(
    Narration,
    audio=text,
    duration=seconds,
    lines=st.lists(st.builds(SpokenLine, line=text, span=spans), max_size=3).map(tuple),
    words=st.lists(words, max_size=5).map(tuple),
    engine=text,
)


@given(narrations)
def test_round_trip_is_exact_and_bytes_are_canonical(narration: Narration) -> None:
    blob = encode(narration)
    assert decode(blob, Narration) == narration
    assert encode(decode(blob, Narration)) == blob


def test_documents_carry_their_schema() -> None:
    script = Script(
        language="ja",  # type: ignore[arg-type]  # a plain string encodes like the enum member
        title="",
        scenes=(
            Scene(
                id="s1",
                role=Role.HOOK,
                lines=(Line(id="s1.l1", tokens=(Token(display="蛸", spoken="たこ", gap=""),)),),
            ),
        ),
        source="file",
    )
    blob = encode(script)
    assert b'"schema":"Script.3"' in blob
    assert decode(blob, Script).scenes[0].lines[0].tokens[0].spoken == "たこ"


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"schema":"Narration.2","data":{}}',
        b'{"schema":"Narration.1","data":{"audio":1}}',
        encode(TimeRange(Fraction(0), Fraction(1))),
    ],
)
def test_anything_else_is_refused(blob: bytes) -> None:
    with pytest.raises(ClipwrightError) as caught:
        decode(blob, Narration)
    assert caught.value.code == "artifact_corrupt"


@given(st.dictionaries(text, st.integers()))
def test_canonical_json_does_not_depend_on_order(values: dict[str, int]) -> None:
    assert canonical(values) == canonical(dict(reversed(values.items())))
