"""Long-form films: planned from real speech; one is rendered whole at a small size."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import av
import pytest
from msgspec.structs import replace
from pydantic import ValidationError

from api.jobs.phases import STAGES
from pipelines.documents import Publication
from pipelines.film.documents import Film
from pipelines.long_form import LONG_FORM
from renderer.captions.sidecars.cues import cues
from renderer.contract.vocabulary import Language
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import CardSpec, artwork_of
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import first_frame
from renderer.core.words import Narration
from renderer.errors import ClipwrightError
from renderer.manuscript.film_fit import FilmFit
from renderer.manuscript.fitting import LONGEST_FILM, SHORTEST_FILM
from renderer.media.inspection.inspect import Inspection
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.workspace import open_workspace
from tests.pipelines.film.film_measures import (
    course,
    longest_frozen,
    longest_silence,
    speech_loudness,
    steepest_join,
)
from tests.pipelines.film.whole_film import SMALL, copied, eleven_minutes, film_order, made, rendered_film

__all__ = ["rendered_film"]

EXAMPLE = Path("examples/films/the-hour-we-share.md")


def plan_of(documents: dict[type, Any]) -> RenderPlan:
    storyboard: Storyboard = documents[Storyboard]
    return RenderPlan(
        width=SMALL.width,
        height=SMALL.height,
        fps=SMALL.fps,
        frame_count=first_frame(storyboard.shots[-1].span.end, SMALL.fps),
        storyboard=storyboard,
        captions=replace(documents[CaptionTrack], pages=()),
        audio="",
        encoder=EncoderProfile(),
    )


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> dict[type, Any]:
    workspace = open_workspace(tmp_path_factory.mktemp("film"))
    order = film_order(EXAMPLE.read_text("utf-8"))
    return made(order, workspace, Storyboard, CaptionTrack)


def test_the_film_has_the_wanted_length_and_shots_of_four_to_ten_seconds(planned: dict[type, Any]) -> None:
    film: Film = planned[Film]
    storyboard: Storyboard = planned[Storyboard]
    assert abs(film.timeline.duration - 780) <= Fraction(3, 100) * 780
    assert storyboard.shots[-1].span.end == film.timeline.duration
    spoken = [shot for shot in storyboard.shots if not isinstance(shot.picture, CardSpec)]
    lengths = [shot.span.duration for shot in spoken]
    inside = [4 <= length <= 10 for length in lengths]
    assert max(lengths) <= 12
    assert sum(inside) >= 0.9 * len(inside)


def test_no_picture_comes_twice_within_a_chapter(planned: dict[type, Any]) -> None:
    chapters = planned[Film].timeline.chapters
    for chapter in chapters:
        shots = [shot for shot in planned[Storyboard].shots if chapter.span.contains(shot.span.start)]
        pictures = [shot.picture for shot in shots]
        assert all(one not in pictures[:at] for at, one in enumerate(pictures))
        drawn = [shot.picture for shot in shots if not isinstance(shot.picture, CardSpec)]
        shown = Counter(name for picture in drawn for name in artwork_of(picture)[:1])
        assert max(shown.values()) == 1
        treatments = Counter(
            (picture.painter, picture.palette) for picture in drawn if not artwork_of(picture)
        )
        assert max(treatments.values(), default=1) == 1


def test_the_table_of_the_script_is_shown_as_it_was_written(planned: dict[type, Any]) -> None:
    pictures = [shot.picture for shot in planned[Storyboard].shots]
    tables = [picture.rows for picture in pictures if isinstance(picture, CardSpec) and picture.rows]
    assert len(tables) == 1
    assert ("In favour", "22") in tables[0]


def test_captions_keep_two_lines_of_forty_two(planned: dict[type, Any]) -> None:
    found = cues(planned[CaptionTrack])
    assert len(found) > 100
    for cue in found:
        lines = ["".join(word.text + word.gap for word in line).rstrip() for line in cue.lines]
        assert len(lines) <= 2
        assert max(map(len, lines)) <= 42, lines
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))


@pytest.mark.parametrize(
    ("word", "other"),
    [("solved the problem", "settled the problem"), ("nineteen years", "nineteen long and lonely years")],
)
def test_a_changed_line_redraws_its_own_segments_only(
    planned: dict[type, Any], tmp_path: Path, word: str, other: str
) -> None:
    text = EXAMPLE.read_text("utf-8")
    assert text.count(word) == 1
    edited = made(film_order(text.replace(word, other)), open_workspace(tmp_path), Storyboard, CaptionTrack)
    before, after = plan_of(planned), plan_of(edited)
    known = {SegmentKeys(before).key(frames) for frames in segments_of(before)}
    content = SegmentKeys(after)
    fresh = sum(len(frames) for frames in segments_of(after) if content.key(frames) not in known)
    assert fresh <= 0.12 * after.frame_count
    assert fresh or before.frame_count == after.frame_count


@pytest.fixture(scope="module")
def finished(rendered_film: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[type, Any]:
    workspace = copied(rendered_film, tmp_path_factory.mktemp("finished") / "film")
    return made(eleven_minutes(), workspace, Publication)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_whole_film_keeps_its_promises(finished: dict[type, Any]) -> None:
    inspection: Inspection = finished[Inspection]
    publication: Publication = finished[Publication]
    assert inspection.passed
    assert abs(inspection.loudness_lufs + 14) <= 0.5
    assert SHORTEST_FILM <= publication.duration <= LONGEST_FILM
    files = {file.name: Path(file.place) for file in publication.files}
    assert set(files) == {
        "video.mp4", "manifest.json", "words.json", "captions.srt", "captions.vtt", "thumbnail.jpg",
        "description.txt", "credits.txt",
    }  # fmt: skip
    film: Film = finished[Film]
    with av.open(str(files["video.mp4"])) as container:
        marks = [
            (chapter["metadata"]["title"], chapter["start"] * (chapter["time_base"] or Fraction(0)))
            for chapter in container.chapters()
        ]
    wanted = [(chapter.title, chapter.span.start) for chapter in film.timeline.chapters]
    assert [title for title, _ in marks] == [title for title, _ in wanted]
    assert all(abs(is_ - was) < Fraction(1, 100) for (_, is_), (_, was) in zip(marks, wanted, strict=True))
    text = files["description.txt"].read_text("utf-8")
    assert all(chapter.title in text for chapter in film.timeline.chapters)
    with av.open(str(files["thumbnail.jpg"])) as picture:
        assert (picture.streams.video[0].width, picture.streams.video[0].height) == (1280, 720)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_is_heard_and_seen_of_a_whole_film_keeps_its_bounds(finished: dict[type, Any]) -> None:
    """Equally loud speech in every chapter; no gap in the sound, no frozen picture, no jump in the music."""
    film: Film = finished[Film]
    narration: Narration = finished[Narration]
    publication: Publication = finished[Publication]
    (video,) = (Path(file.place) for file in publication.files if file.name == "video.mp4")
    hops = course(video)
    words = [(float(word.span.start), float(word.span.end)) for word in narration.words]
    spans = [(float(each.span.start), float(each.span.end)) for each in film.timeline.chapters]
    loudness = [speech_loudness(hops, words, span) for span in spans]
    assert max(loudness) - min(loudness) <= 1.5
    assert longest_silence(hops) <= 3.0
    assert steepest_join(hops, [start for start, _ in spans[1:]]) <= 9.0
    assert longest_frozen(video) <= 10.0


STRANGE = {
    "astral": ("𠀀" * 60_000, Language.ZH),
    "one sentence": ("comma, " * 7_142 + "end.", Language.EN),
    "one word a line": ("word\n" * 3_000, Language.EN),
    "mixed": ("Some English. Немного по-русски. 少しの日本語。 مرحبا بالعالم. " * 200, Language.EN),
    "another language": ("Die Uhr der Stadt ging anders als die Uhr der Bahn. " * 220, Language.FR),
    "table": (
        "A line that is said. " * 500 + "\n\n| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 400,
        Language.EN,
    ),
    "table alone": ("| year | nations |\n|---|---|\n" + "| 1884 | 25 |\n" * 400, Language.EN),
    "one word": ("a" * 50_000, Language.EN),
    "control": ("Bell\x07 and\u202e bidi\u200b marks, a thing to say.\x00 " * 300, Language.EN),
    "headings": ("# Only a heading\n\n" * 200, Language.EN),
    "marks": ("🎬 !!! … " * 400, Language.EN),
}


REFUSED = {"table alone": "script_empty", "headings": "script_empty", "marks": "script_empty"}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_scripts_are_planned_or_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    text, language = STRANGE[name]
    order = film_order(text, language=language)
    if name in REFUSED:
        with pytest.raises(ClipwrightError) as caught:
            made(order, open_workspace(tmp_path), FilmFit)
        assert caught.value.code == REFUSED[name]
    else:
        fit: FilmFit = made(order, open_workspace(tmp_path), FilmFit)[FilmFit]
        assert SHORTEST_FILM <= fit.seconds <= LONGEST_FILM


@pytest.mark.parametrize("text", ["", "short", "x" * 2_999, "x" * 60_001])
def test_scripts_outside_the_bounds_are_no_order(text: str) -> None:
    with pytest.raises(ValidationError):
        film_order(text)


@pytest.mark.parametrize("minutes", [10.9, 15.1, float("nan"), float("inf"), "13 minutes"])
def test_lengths_outside_the_bounds_are_no_order(minutes: object) -> None:
    with pytest.raises(ValidationError):
        film_order("x" * 3_000, target_minutes=cast("float", minutes))


def test_what_the_owner_sees_follows_from_the_documents(tmp_path: Path) -> None:
    """Facts of the script before the film exists, a phase for every stage, chapters and description last."""
    order = film_order(EXAMPLE.read_text("utf-8"), target_minutes=13.0)
    documents = made(order, open_workspace(tmp_path), FilmFit)
    fit: FilmFit = documents[FilmFit]
    adapt = LONG_FORM.stages[0]
    (told,) = adapt.facts(fit)
    assert (told.title, told.adaptation) == (fit.manuscript.title, fit.adaptation)
    assert told.estimated_seconds == pytest.approx(fit.seconds, abs=0.1)
    assert [stage.name for stage in LONG_FORM.stages] == list(STAGES["long_form"])
