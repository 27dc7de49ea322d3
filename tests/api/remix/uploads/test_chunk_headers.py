"""What the headers of a PUT say of its chunk: offset, length, type, and perhaps a digest (RFC 9530)."""

from __future__ import annotations

import base64
import hashlib

import pytest
from starlette.datastructures import Headers

from api.problems import ApiProblem
from api.remix.uploads.chunk_headers import ChunkHeaders, chunk_headers
from api.remix.uploads.schemas import CreateRemixUpload

DIGEST = hashlib.sha256(b"chunk").digest()
WRITTEN = f"sha-256=:{base64.b64encode(DIGEST).decode()}:"
GOOD = (("content-type", "application/octet-stream"), ("upload-offset", "0"), ("content-length", "5"))


def read(*more: tuple[str, str], without: str = "") -> ChunkHeaders:
    given = [*(each for each in GOOD if each[0] != without), *more]
    return chunk_headers(Headers(raw=[(name.encode(), value.encode("latin-1")) for name, value in given]))


def told(*more: tuple[str, str], without: str = "") -> tuple[str, str]:
    with pytest.raises(ApiProblem) as caught:
        read(*more, without=without)
    return caught.value.code, caught.value.detail


def test_a_chunk_without_a_digest_has_offset_and_length() -> None:
    assert read() == ChunkHeaders(offset=0, length=5, sha256=None)
    larger = read(("upload-offset", "314572799"), without="upload-offset")
    assert larger == ChunkHeaders(offset=314572799, length=5, sha256=None)


@pytest.mark.parametrize("name", ["upload-offset", "content-length"])
@pytest.mark.parametrize(
    "value", ["", "-1", "+1", "1.0", "1e3", "01", " 1", "0x1", "\u00b2", "1 2", "1,1", "9" * 19]
)
def test_numbers_are_written_in_one_way(name: str, value: str) -> None:
    code, _ = told((name, value), without=name)
    assert code == ("invalid_request" if name == "upload-offset" else "invalid_chunk")


@pytest.mark.parametrize("name", ["content-type", "upload-offset", "content-length"])
def test_each_header_stands_exactly_once(name: str) -> None:
    wanted = {"content-type": "unsupported_media_type", "upload-offset": "invalid_request"}.get(
        name, "invalid_chunk"
    )
    assert told(without=name)[0] == wanted
    assert told((name, dict(GOOD)[name]))[0] == wanted


@pytest.mark.parametrize("value", ["application/json", "application/octet-stream; x=1", "video/mp4", ""])
def test_no_other_type_is_taken(value: str) -> None:
    assert told(("content-type", value), without="content-type")[0] == "unsupported_media_type"


@pytest.mark.parametrize(
    ("value", "is_taken"), [("identity", True), ("", True), ("gzip", False), ("br", False)]
)
def test_no_encoding_is_taken(value: str, *, is_taken: bool) -> None:
    if is_taken:
        assert read(("content-encoding", value)).length == 5
    else:
        assert told(("content-encoding", value))[0] == "unsupported_media_type"


@pytest.mark.parametrize(
    "value",
    [
        WRITTEN,
        f"  {WRITTEN}  ",
        f"sha-512=:AAAA:, {WRITTEN}",
        f"{WRITTEN}, unixsum=:AQID:",
        f"sha-256=:{base64.b64encode(bytes(32)).decode()}:, {WRITTEN}",
    ],
)
def test_the_digest_is_found_among_others_and_the_last_one_counts(value: str) -> None:
    assert read(("content-digest", value)).sha256 == DIGEST


def test_a_digest_may_stand_in_a_second_header() -> None:
    assert read(("content-digest", "md5=:AAAA:"), ("content-digest", WRITTEN)).sha256 == DIGEST


@pytest.mark.parametrize("value", ["md5=:AAAA:", "sha-512=::"])
def test_digests_of_other_algorithms_are_not_looked_at(value: str) -> None:
    assert read(("content-digest", value)).sha256 is None


@pytest.mark.parametrize(
    "value",
    [
        "",
        "  ",
        DIGEST.hex(),
        f"sha-256={base64.b64encode(DIGEST).decode()}",
        f"sha-256=:{base64.b64encode(DIGEST[:-1]).decode()}:",
        f"sha-256=:{base64.b64encode(DIGEST + b'x').decode()}:",
        f"sha-256=:{base64.b64encode(DIGEST).decode()[:-1]}:",
        "sha-256=::",
        f"SHA-256=:{base64.b64encode(DIGEST).decode()}:",
        f"{WRITTEN};",
    ],
)
def test_what_is_no_digest_is_told_in_one_sentence(value: str) -> None:
    assert told(("content-digest", value)) == (
        "invalid_request",
        "Content-Digest must be of the form sha-256=:BASE64:.",
    )


@pytest.mark.parametrize(
    "name", ["clip.mp4", " clip.mp4 ", "मेरी नदी.mov", "مقطع.mp4", "橋.webm", "a" * 255, "..."]
)
def test_a_name_is_a_label_in_any_script(name: str) -> None:
    made = CreateRemixUpload.model_validate({"file_name": name, "mime_type": "video/mp4", "byte_length": 1})
    assert made.file_name == name.strip()


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a\\b", "a\nb", "a\u202eb", "\0", "a" * 256, "a\ud800"])
def test_names_that_could_fool_a_reader_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="file_name"):
        CreateRemixUpload.model_validate({"file_name": name, "mime_type": "video/mp4", "byte_length": 1})
