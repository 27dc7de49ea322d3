from __future__ import annotations

import os
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from pipelines.found_media import credit_line, find_media, picture_requests
from renderer.backends.imagery.base import (
    Candidate,
    NoPictures,
    PictureFinder,
    PictureRequest,
    PictureSelection,
    PictureShape,
    PictureSource,
)
from renderer.backends.imagery.fake import FakePictures
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.imagery.ledger import FolderLedger
from renderer.backends.imagery.library import LocalLibrary
from renderer.backends.imagery.openai_images import OpenAIImages
from renderer.backends.imagery.pexels import Pexels
from renderer.backends.imagery.picture_bytes import picture_kind
from renderer.backends.imagery.pixabay import Pixabay
from renderer.backends.imagery.relevance import relevance
from renderer.backends.imagery.stock import CallRate, StockClient
from renderer.backends.providers.prices import Prices
from renderer.clock import FakeClock
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import Language
from renderer.core.script import Role, Scene, Script
from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.response_cache import FolderResponseCache, NoResponseCache, ResponseCache
from renderer.text.lines import build_line
from renderer.visuals.media import affinity
from tests.support.providers import moods
from tests.support.providers.clients import BOUNDS, SECRET, endpoint, http, policy
from tests.support.providers.moods import Mood
from tests.support.providers.server import ProviderServer, photo, picture

UPRIGHT = PictureShape(width=1080, height=1920)
SOURCES = ("fake", "library", "pexels", "pixabay", "openai")


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        titles = ("A red octopus in the sea", "A ship at night", "An old octopus")
        running.stock = [photo(running, number, title) for number, title in enumerate(titles, start=1)]
        yield running


def stock(
    server: ProviderServer,
    *,
    cache: ResponseCache | None = None,
    pace: CallRate | None = None,
    key: SecretStr | None = None,
    period: str = "",
) -> StockClient:
    place = endpoint(server)
    if key is not None:
        place = type(place)(
            provider="Pixabay", base=server.url, setting="S", key_setting="CLIPWRIGHT_PIXABAY_KEY"
        )
    return StockClient(
        client=HttpClient(endpoint=place, bounds=BOUNDS),
        policy=policy(),
        cache=cache or NoResponseCache(),
        pace=pace or CallRate(count=1000, seconds=1, waiting=FakeClock()),
        period=period,
    )


def pexels(server: ProviderServer, cache: ResponseCache | None = None) -> Pexels:
    return Pexels(stock=stock(server, cache=cache))


def pixabay(server: ProviderServer) -> Pixabay:
    return Pixabay(stock=stock(server, key=SecretStr(SECRET)), key=SecretStr(SECRET))


def images(server: ProviderServer, cache: ResponseCache | None = None, price: str = "0") -> OpenAIImages:
    return OpenAIImages(
        client=http(server),
        model="test-image",
        policy=policy(),
        cache=cache or NoResponseCache(),
        prices=Prices(picture=Decimal(price)),
    )


def library(folder: Path) -> LocalLibrary:
    (folder / "Sea animals").mkdir(parents=True)
    (folder / "Sea animals" / "octopus_01.png").write_bytes(picture("octopus"))
    (folder / "Sea animals" / "octopus_01.txt").write_text("An old red octopus on a reef")
    (folder / "shipAtNight.png").write_bytes(picture("ship"))
    (folder / "notes.pdf").write_bytes(b"no picture")
    return LocalLibrary(folder=folder)


def source_named(name: str, server: ProviderServer, tmp_path: Path) -> PictureSource:
    made: dict[str, PictureSource] = {
        "fake": FakePictures(),
        "library": library(tmp_path / "pictures"),
        "pexels": pexels(server),
        "pixabay": pixabay(server),
        "openai": images(server),
    }
    return made[name]


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_keeps_the_port(name: str, server: ProviderServer, tmp_path: Path) -> None:
    source = source_named(name, server, tmp_path)
    found = source.search("old octopus", language=Language.EN, shape=UPRIGHT)
    assert found == source.search("old octopus", language=Language.EN, shape=UPRIGHT)
    assert found
    assert len({one.identity for one in found}) == len(found)
    assert all(one.credit.provider and one.credit.licence for one in found)
    body = source.fetch(found[0])
    assert picture_kind(body) == "png"
    assert body == source.fetch(found[0])
    assert source.name
    assert source.fingerprint


def request(scene: str, *phrases: str, text: str = "") -> PictureRequest:
    return PictureRequest(scene=scene, phrases=phrases, text=text)


def gathered(finder: PictureFinder, folder: Path, *requests: PictureRequest) -> PictureSelection:
    return finder.find(requests, language=Language.EN, shape=UPRIGHT, folder=folder)


def test_stock_is_asked_for_the_phrase_the_shape_and_the_language(server: ProviderServer) -> None:
    pexels(server).search("Krake", language=Language.DE, shape=UPRIGHT)
    pixabay(server).search("Krake", language=Language.DE, shape=PictureShape(width=1920, height=1080))
    first, second = (one.query for one in server.seen)
    assert (first["query"], first["orientation"], first["locale"]) == ("Krake", "portrait", "de-DE")
    assert (second["q"], second["orientation"], second["lang"]) == ("Krake", "horizontal", "de")
    assert second["key"] == SECRET
    assert "authorization" not in server.seen[1].headers


def test_licence_author_and_page_are_kept(server: ProviderServer, tmp_path: Path) -> None:
    result = gathered(PictureFallback(sources=(pexels(server),)), tmp_path, request("s1", "octopus"))
    credit = result.pictures[0].credit
    assert (credit.provider, credit.licence) == ("Pexels", "Pexels License")
    assert credit.author.startswith("Photographer")
    assert credit.page.startswith("https://example.org/")


def test_the_most_relevant_picture_is_taken_and_none_twice(server: ProviderServer, tmp_path: Path) -> None:
    finder = PictureFallback(sources=(pexels(server),))
    asked = [request(f"s{at}", "old octopus") for at in range(4)]
    result = gathered(finder, tmp_path, *asked)
    assert [one.identity for one in result.pictures] == ["pexels:3", "pexels:1", "pexels:2"]
    assert [one.scene for one in result.pictures] == ["s0", "s1", "s2"]
    assert result.notes == ("pictures: nobody had 'old octopus' for scene s3; it is painted",)
    assert len({one.path for one in result.pictures}) == 3


def test_small_and_lying_pictures_lose(server: ProviderServer, tmp_path: Path) -> None:
    server.stock = [
        photo(server, 1, "octopus", width=500, height=900),
        photo(server, 2, "octopus", width=3000, height=2000),
        photo(server, 3, "octopus", width=2000, height=3000),
    ]
    finder = PictureFallback(sources=(pexels(server),))
    result = gathered(finder, tmp_path, *[request(f"s{at}", "octopus") for at in range(3)])
    assert [one.identity for one in result.pictures] == ["pexels:3", "pexels:2"]


def test_one_author_does_not_fill_the_video(server: ProviderServer, tmp_path: Path) -> None:
    server.stock = [photo(server, number, "octopus") for number in (1, 2, 3)]
    for row in server.stock[:2]:
        row["photographer"] = "Ann"
    finder = PictureFallback(sources=(pexels(server),))
    result = gathered(finder, tmp_path, request("s1", "octopus"), request("s2", "octopus"))
    assert [one.identity for one in result.pictures] == ["pexels:1", "pexels:3"]


def test_the_next_video_shows_other_pictures(server: ProviderServer, tmp_path: Path) -> None:
    server.stock = [photo(server, number, "an octopus") for number in range(1, 6)]
    finder = PictureFallback(sources=(pexels(server),), ledger=FolderLedger(tmp_path / "shown"))
    videos = [
        gathered(finder, tmp_path / "out", request(f"s{video}", "octopus"), request(f"t{video}", "octopus"))
        for video in range(2)
    ]
    first, second = ({one.identity for one in video.pictures} for video in videos)
    assert len(first) == len(second) == 2
    assert not first & second


def test_a_shown_picture_is_better_than_none_and_than_one_of_something_else(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.stock = [photo(server, 1, "an octopus"), photo(server, 2, "a ship")]
    finder = PictureFallback(sources=(pexels(server),), ledger=FolderLedger(tmp_path / "shown"))
    for video in range(3):
        result = gathered(finder, tmp_path / "out", request(f"s{video}", "octopus"))
        assert [one.identity for one in result.pictures] == ["pexels:1"]


def test_a_job_that_chooses_again_chooses_the_same(server: ProviderServer, tmp_path: Path) -> None:
    server.stock = [photo(server, number, "an octopus") for number in range(1, 6)]
    finder = PictureFallback(sources=(pexels(server),), ledger=FolderLedger(tmp_path / "shown"))
    asked = [request("s1", "octopus"), request("s2", "octopus")]
    first, again = (gathered(finder, tmp_path / "out", *asked) for _ in range(2))
    assert [one.identity for one in first.pictures] == [one.identity for one in again.pictures]


def test_the_ledger_forgets_the_oldest_and_bears_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renderer.backends.imagery.ledger.MOST_VIDEOS", 3)
    ledger = FolderLedger(tmp_path / "shown")
    for number in range(5):
        ledger.note(f"video{number}", [f"pexels:{number}"])
        stamp = 1_000_000_000 + number
        os.utime(tmp_path / "shown" / f"video{number}.json", (stamp, stamp))
    assert ledger.shown(before="none") == {"pexels:2", "pexels:3", "pexels:4"}
    (tmp_path / "shown" / "video4.json").write_bytes(b"\xff{")
    assert ledger.shown(before="none") == {"pexels:2", "pexels:3"}


def test_a_ledger_that_cannot_be_written_costs_no_video(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    ledger = FolderLedger(tmp_path / "file")
    ledger.note("video", ["pexels:1"])
    assert ledger.shown(before="other") == frozenset()


def test_the_next_source_and_the_next_phrase_are_tried(server: ProviderServer, tmp_path: Path) -> None:
    own = library(tmp_path / "pictures")
    finder = PictureFallback(sources=(own, pexels(server)))
    result = gathered(finder, tmp_path / "out", request("s1", "ship"), request("s2", "submarine", "whale"))
    assert [one.identity for one in result.pictures] == ["library:shipAtNight.png", "pexels:1"]


BROKEN: list[tuple[str, Mood]] = [
    ("key", moods.status(401)),
    ("cut JSON", moods.cut_json()),
    ("page", moods.web_page()),
    ("no list", moods.status(200, b'{"other": 1}')),
    ("a list", moods.status(200, b"[1, 2]")),
    ("40 MB", moods.huge("application/json", 40)),
    ("private redirect", moods.redirected("http://169.254.169.254/")),
]


@pytest.mark.parametrize("mood", [row[1] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_search_leaves_the_source_out_and_says_so(
    server: ProviderServer, tmp_path: Path, mood: Mood
) -> None:
    server.moods.append(mood)
    finder = PictureFallback(sources=(pexels(server), FakePictures()))
    result = gathered(finder, tmp_path, request("s1", "octopus"), request("s2", "ship"))
    assert [one.credit.provider for one in result.pictures] == ["fake", "fake"]
    assert len(result.notes) == 1
    assert "pexels is left out from scene s1 on" in result.notes[0]
    assert SECRET not in result.notes[0]
    assert len(server.seen) == 1


@pytest.mark.parametrize("mood", [row[1] for row in BROKEN[:1]])
def test_without_fallback_a_broken_source_is_the_answer(
    server: ProviderServer, tmp_path: Path, mood: Mood
) -> None:
    server.moods.append(mood)
    with pytest.raises(ClipwrightError, match="CLIPWRIGHT_TEST_KEY"):
        gathered(PictureFallback(sources=(pexels(server),), fallback=False), tmp_path, request("s1", "sea"))


def test_without_fallback_a_missing_picture_is_a_clear_failure(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.stock = []
    with pytest.raises(ClipwrightError) as caught:
        gathered(PictureFallback(sources=(pexels(server),), fallback=False), tmp_path, request("s1", "sea"))
    assert caught.value.code == "pictures_missing"
    assert "'sea'" in caught.value.sentence


@pytest.mark.parametrize(
    "mood", [moods.web_page(), moods.status(404), moods.redirected("http://10.0.0.1/p.jpg")]
)
def test_one_bad_picture_costs_one_picture(server: ProviderServer, tmp_path: Path, mood: Mood) -> None:
    server.moods.extend([lambda handler: server._proper(handler, server.seen[-1]), mood])
    result = gathered(PictureFallback(sources=(pexels(server),)), tmp_path, request("s1", "old octopus"))
    assert [one.identity for one in result.pictures] == ["pexels:1"]
    assert "pexels:3 cannot be" in result.notes[0]


def test_rows_that_make_no_sense_are_left_out(server: ProviderServer) -> None:
    server.stock = [*server.stock, {"id": "x"}, {"id": 9, "width": -1, "height": 5}, "text", None]  # type: ignore[list-item]  # as a broken server would
    assert len(pexels(server).search("x", language=Language.EN, shape=UPRIGHT)) == 3


def test_searches_and_pictures_are_kept(server: ProviderServer, tmp_path: Path) -> None:
    def once(period: str) -> bytes:
        source = Pexels(stock=stock(server, cache=FolderResponseCache(tmp_path), period=period))
        found = source.search("octopus", language=Language.EN, shape=UPRIGHT)
        return source.fetch(found[0])

    assert once("monday") == once("monday")
    assert len(server.seen) == 2
    once("tuesday")
    assert len(server.seen) == 3


def test_no_key_lies_in_the_cache(server: ProviderServer, tmp_path: Path) -> None:
    client = stock(server, cache=FolderResponseCache(tmp_path), key=SecretStr(SECRET))
    Pixabay(stock=client, key=SecretStr(SECRET)).search("sea", language=Language.EN, shape=UPRIGHT)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 1
    assert SECRET.encode() not in files[0].read_bytes()


def test_a_failing_search_does_not_name_the_key_in_its_address(server: ProviderServer) -> None:
    server.moods.append(moods.status(400))
    with pytest.raises(ClipwrightError) as caught:
        pixabay(server).search("sea", language=Language.EN, shape=UPRIGHT)
    assert SECRET not in str(caught.value) + repr(caught.value.__cause__)


def test_the_providers_pace_is_kept() -> None:
    clock = FakeClock()
    pace = CallRate(count=2, seconds=60, waiting=clock, longest_wait=90)
    for _ in range(5):
        pace.turn("Pexels")
    assert clock.elapsed == 120


def test_a_turn_that_is_too_far_away_is_a_busy_provider() -> None:
    pace = CallRate(count=1, seconds=3600, waiting=FakeClock())
    pace.turn("Pexels")
    with pytest.raises(ClipwrightError) as caught:
        pace.turn("Pexels")
    assert caught.value.code == "provider_busy"


def made(server: ProviderServer, cache: ResponseCache | None = None) -> tuple[OpenAIImages, Candidate]:
    source = images(server, cache, price="0.04")
    return source, source.search("a red octopus", language=Language.EN, shape=UPRIGHT)[0]


def test_a_picture_is_made_once_and_at_its_price(server: ProviderServer, tmp_path: Path) -> None:
    source, candidate = made(server, FolderResponseCache(tmp_path))
    assert source.fetch(candidate) == source.fetch(candidate)
    request_sent = server.seen[0].json
    assert "a red octopus" in request_sent["prompt"]
    assert request_sent["size"] == "1024x1536"
    assert server.paid() == ["/images/generations"]
    assert source.policy.budget.money == Decimal("0.04")


def test_a_picture_by_address_is_fetched_without_the_key_elsewhere(server: ProviderServer) -> None:
    server.picture_by_address = True
    source, candidate = made(server)
    assert picture_kind(source.fetch(candidate)) == "png"


@pytest.mark.parametrize(
    ("mood", "code", "words"),
    [
        (moods.declined(), "provider_refused", "400"),
        (moods.status(200, b'{"data": []}'), "provider_reply", "no picture"),
        (moods.status(200, b'{"data": [{"b64_json": "%%%"}]}'), "provider_reply", "cut off"),
        (
            moods.status(200, b'{"data": [{"b64_json": "PCFkb2N0eXBlIGh0bWw+"}]}'),
            "provider_reply",
            "bytes are no",
        ),
        (
            moods.status(200, b'{"data": [{"url": "http://192.168.0.1/a.png"}]}'),
            "address_refused",
            "192.168.0.1",
        ),
        (moods.status(200, b'{"data": [{"url": "file:///etc/passwd"}]}'), "provider_reply", "no picture"),
        (moods.truncated(), "", ""),
        (moods.busy("1"), "", ""),
    ],
)
def test_answers_without_a_picture_are_called_what_they_are(
    server: ProviderServer, mood: Mood, code: str, words: str
) -> None:
    server.moods.append(mood)
    source, candidate = made(server)
    if not code:
        assert picture_kind(source.fetch(candidate)) == "png"
        return
    with pytest.raises(ClipwrightError) as caught:
        source.fetch(candidate)
    assert caught.value.code == code
    assert words in caught.value.sentence


def test_a_bought_picture_whose_download_fails_is_not_bought_again(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.picture_by_address = True
    source, candidate = made(server, FolderResponseCache(tmp_path))
    proper = server._proper
    server.moods.extend([lambda handler: proper(handler, server.seen[-1]), *[moods.status(500)] * 3])
    with pytest.raises(ClipwrightError, match="status 500"):
        source.fetch(candidate)
    assert picture_kind(made(server, FolderResponseCache(tmp_path))[0].fetch(candidate)) == "png"
    assert server.paid() == ["/images/generations"]


def test_a_bought_picture_whose_address_has_expired_is_bought_anew(
    server: ProviderServer, tmp_path: Path
) -> None:
    server.picture_by_address = True
    source, candidate = made(server, FolderResponseCache(tmp_path))
    proper = server._proper
    server.moods.extend([lambda handler: proper(handler, server.seen[-1]), *[moods.status(404)] * 2])
    with pytest.raises(ClipwrightError, match="404"):
        source.fetch(candidate)
    assert picture_kind(source.fetch(candidate)) == "png"
    assert server.paid() == ["/images/generations"] * 2


def test_a_page_in_a_pictures_place_is_not_kept_for_good(server: ProviderServer, tmp_path: Path) -> None:
    source = pexels(server, FolderResponseCache(tmp_path))
    found = source.search("octopus", language=Language.EN, shape=UPRIGHT)[0]
    server.moods.append(moods.web_page())
    with pytest.raises(ClipwrightError, match="a web page came instead of a picture"):
        source.fetch(found)
    assert picture_kind(source.fetch(found)) == "png"


def test_html_is_called_a_web_page() -> None:
    with pytest.raises(ValueError, match="web page"):
        picture_kind(b"<!DOCTYPE html>" + b" " * 300)
    with pytest.raises(ValueError, match="neither"):
        picture_kind(b"\x00" * 300)


@given(st.binary(max_size=400))
def test_no_bytes_break_the_picture_check(body: bytes) -> None:
    try:
        kind = picture_kind(body)
    except ValueError as error:
        kind = ""
        reason = str(error)
    else:
        reason = "none"
    assert kind in {"", "png", "jpg", "webp"}
    assert reason


def test_the_library_matches_names_folders_and_captions(tmp_path: Path) -> None:
    own = library(tmp_path / "pictures")

    def best(phrase: str) -> str:
        found = own.search(phrase, language=Language.EN, shape=UPRIGHT)
        return found[0].identity if found else ""

    assert best("octopuses on reefs") == "library:Sea animals/octopus_01.png"
    assert best("a ship at night") == "library:shipAtNight.png"
    assert best("nuclear physics") == ""


def test_a_library_that_is_not_there_names_its_setting(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError, match="CLIPWRIGHT_PICTURE_LIBRARY"):
        gathered(
            PictureFallback(sources=(LocalLibrary(folder=tmp_path / "no"),)), tmp_path, request("s1", "x")
        )


def test_a_file_that_vanished_costs_one_picture(tmp_path: Path) -> None:
    own = library(tmp_path / "pictures")
    own.search("ship", language=Language.EN, shape=UPRIGHT)
    (tmp_path / "pictures" / "shipAtNight.png").unlink()
    result = gathered(PictureFallback(sources=(own,)), tmp_path / "out", request("s1", "ship"))
    assert result.pictures == ()
    assert "shipAtNight" in result.notes[0]


@pytest.mark.parametrize(
    ("phrase", "title", "fits"),
    [
        ("octopus", "Red octopuses in the sea", True),
        ("rote Krake", "eine Krake im Meer", True),
        ("古い海", "海と山", True),
        ("海", "東京の夜", False),
        ("морской осьминог", "осьминоги", True),
        ("समुद्र", "समुद्र का किनारा", True),
        ("البحر", "البحر في الليل", True),
        ("cat", "category of cars", False),
        ("", "anything", False),
    ],
)
def test_relevance_in_many_languages(phrase: str, title: str, fits: bool) -> None:  # noqa: FBT001  a table of cases
    assert (relevance(phrase, title) > 0) is fits


@given(st.text(max_size=40), st.text(max_size=80))
def test_relevance_is_a_share(phrase: str, title: str) -> None:
    assert 0 <= relevance(phrase, title) <= 1


def script() -> Script:
    scenes = []
    for number, (text, visual) in enumerate(
        [("An octopus swims.", ("octopus",)), ("A ship sails.", ("ship",)), ("The end.", ())]
    ):
        line = build_line(text, id=f"s{number}.l1", language=Language.EN)
        scenes.append(Scene(id=f"s{number}", role=Role.BEAT, lines=(line,), visual=visual))
    return Script(language=Language.EN, title="t", scenes=tuple(scenes), source="test")


def test_found_pictures_become_media_that_the_director_places(tmp_path: Path) -> None:
    kept: list[Path] = []

    def keep(path: Path) -> str:
        kept.append(path)
        return f"digest{len(kept)}"

    finder = PictureFallback(sources=(FakePictures(),))
    frame = FrameSpec(width=180, height=320, fps=10)
    found = find_media(script(), finder, frame=frame, scratch=tmp_path, keep=keep)
    assert [item.digest for item in found.items] == ["digest1", "digest2"]
    assert all(item.width and item.height and item.duration == Fraction(0) for item in found.items)
    assert found.credits[0] == "picture for s0 (octopus): fake, CC0"
    octopus, ship = found.items
    words = ["An", "octopus", "swims."]
    assert affinity(octopus, words, Language.EN) > affinity(ship, words, Language.EN)
    assert found.notes == ()


def test_a_found_file_that_is_no_picture_is_left_out_with_a_note(tmp_path: Path) -> None:
    class Liar(FakePictures, frozen=True):
        def fetch(self, candidate: Candidate) -> bytes:
            return super().fetch(candidate)[:60] + b"\0" * 400

    finder = PictureFallback(sources=(Liar(),))
    frame = FrameSpec(width=180, height=320, fps=10)
    found = find_media(script(), finder, frame=frame, scratch=tmp_path, keep=lambda _path: "d")
    assert found.items == ()
    assert len(found.notes) == 2


def test_no_finder_finds_nothing_and_complains_about_nothing(tmp_path: Path) -> None:
    assert gathered(NoPictures(), tmp_path, *picture_requests(script())) == PictureSelection(
        pictures=(), notes=()
    )


def test_a_credit_line_leaves_out_what_is_unknown(server: ProviderServer, tmp_path: Path) -> None:
    result = gathered(PictureFallback(sources=(pexels(server),)), tmp_path, request("s1", "octopus"))
    assert credit_line(result.pictures[0]).count(", ") == 3
