"""Sentences about failures contain no folders or addresses of this machine, and no customers' texts."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.errors import ERRORS, ClipwrightError
from renderer.worker.job.redaction import LONGEST, discreet_sentence, redacted_sentence

BEFORE = "The worker cannot write to its workspace: "
NAMES = st.lists(st.from_regex(r"[a-z0-9_-]{1,8}", fullmatch=True), min_size=1, max_size=4)


def told(reason: str) -> str:
    sentence = redacted_sentence(ClipwrightError("workspace_unwritable", reason=reason))
    assert sentence.startswith(BEFORE)
    return sentence.removeprefix(BEFORE).removesuffix(".")


@pytest.mark.parametrize(
    ("reason", "left"),
    [
        ("/srv/secret/video.mp4 is gone", "video.mp4 is gone"),
        ("cannot open '/home/ann/x.mp4'", "cannot open 'x.mp4'"),
        ('cannot open "/home/ann/x.mp4"', 'cannot open "x.mp4"'),
        ("/a/b and /c/d", "b and d"),
        ("[/tmp/x], </tmp/y>; (/tmp/z)", "[x], <y>; (z)"),
        ("path=/tmp/x;/var/y:/etc/z", "path=x;y:z"),
        ("error:/srv/x", "error:x"),
        ("/", "/"),
        ("see https://user:pass@host/x?key=1 now", "see … now"),
        ("amqp://guest@10.0.0.1:5672//", "…"),
        ("file:///etc/passwd", "…"),
        ("s3://bucket/key and redis://x/0", "… and …"),
        ("HTTPS://HOST/x", "…"),
        ("and/or 5/6 and a/b", "and/or 5/6 and a/b"),
        ("width/height is 16/9", "width/height is 16/9"),
        ("/пути/к/файлу.mp4", "файлу.mp4"),
        ("no space left on device", "no space left on device"),
    ],
)
def test_of_a_path_the_last_name_is_left_and_of_an_address_nothing(reason: str, left: str) -> None:
    assert told(reason) == left


@settings(max_examples=20)
@given(
    folders=NAMES, name=st.from_regex(r"[a-z]{3,8}\.mp4", fullmatch=True), around=st.sampled_from("'\"( ,=[")
)
def test_no_folder_of_any_path_is_told(folders: list[str], name: str, around: str) -> None:
    assert told(f"cannot read{around}/{'/'.join(folders)}/{name}") == f"cannot read{around}{name}"


@settings(max_examples=15)
@given(
    host=st.from_regex(r"[a-z]{1,9}", fullmatch=True),
    rest=st.from_regex(r"[a-z0-9/?=&@:.]{0,20}", fullmatch=True),
)
def test_nothing_of_an_address_is_told(host: str, rest: str) -> None:
    assert told(f"asked http://{host}/{rest} in vain") == "asked … in vain"


def test_a_sentence_is_no_longer_than_an_event_takes() -> None:
    assert len(redacted_sentence(ClipwrightError("workspace_unwritable", reason="x" * 5000))) == LONGEST


SECRET = "what the customer wrote"


@pytest.mark.parametrize("fact", ["word", "glyphs", "phrase", "value", "findings", "reasons"])
def test_what_a_customer_wrote_is_in_no_line_of_a_log(fact: str) -> None:
    codes = [code for code, spec in ERRORS.items() if f"{{{fact}}}" in spec.sentence]
    assert codes, f"no sentence tells a {fact} any more"
    for code in codes:
        names = dict.fromkeys(("word", "glyphs", "phrase", "value", "findings", "reasons"), "x")
        error = ClipwrightError(code, **(_facts(code) | names | {fact: SECRET}))
        assert SECRET in redacted_sentence(error)
        assert SECRET not in discreet_sentence(error)


@pytest.mark.parametrize("code", ["provider_reply", "provider_refused", "line_unspeakable", "speech_failed"])
def test_a_reason_that_may_quote_is_hidden_and_any_other_is_told(code: str) -> None:
    assert SECRET not in discreet_sentence(ClipwrightError(code, **(_facts(code) | {"reason": SECRET})))
    plain = ClipwrightError("workspace_unwritable", reason="disk is read-only")
    assert discreet_sentence(plain) == redacted_sentence(plain)


def _facts(code: str) -> dict[str, object]:
    """A value for every field of the error's sentence."""

    fields = (name for _, name, _, _ in string.Formatter().parse(ERRORS[code].sentence) if name)
    return dict.fromkeys(fields, "x")
