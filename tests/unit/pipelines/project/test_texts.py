"""A project's texts as its stages read them: the owner's, those of the analysis, or a named refusal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelines.project.documents import ProjectTexts
from pipelines.project.texts import analysis_of, cues_of, given_analysis, given_cues, lines_of, text_digests
from pipelines.source.documents import SurveyedSource
from renderer.contract.message import Message
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.inputs import Inputs
from renderer.runtime.stage import StageContext
from renderer.runtime.trace import NullTracer
from renderer.runtime.workspace import open_workspace, run_store
from tests.support.remix.orders import order
from tests.unit.pipelines.project.values import analysis, cue, phrase, source_facts

SOURCE = SurveyedSource(
    source="s",
    facts=source_facts(width=640, height=360, seconds=8, rate=25),
    sound=None,
)
OWN = CueList(language="de", cues=(cue(0, 500, "Mein Text."),))
HEARD = CueList(language="en", cues=(cue(0, 900, "My text."), cue(900, 1000, "So.")))
SCRIPT = VoiceoverScript(lines=(cue(100, 800, "Said."),), drafted_by="owner")
Reader = Callable[..., StageContext[Any]]


@pytest.fixture
def reading(tmp_path: Path) -> Reader:
    """A stage that reads these documents, given as messages or as bytes."""
    workspace = open_workspace(tmp_path)
    scratch = workspace.scratch / "run"
    scratch.mkdir()
    store = run_store(workspace, scratch)

    def context(**given: Message | bytes) -> StageContext[Any]:
        digests = {
            name: store.put_bytes(
                document if isinstance(document, bytes) else document.model_dump_json().encode()
            )
            for name, document in given.items()
        }
        texts = ProjectTexts(**{"analysis": "", "cues": "", "script": ""} | digests)
        return StageContext(
            order=order(),
            capabilities=CapabilitySet({}),
            documents={ProjectTexts: texts, SurveyedSource: SOURCE},
            history=(),
            store=store,
            scratch=scratch,
            tracer=NullTracer(),
            advance=lambda _fraction, _detail: None,
            keep=store.put_file,
        )

    return context


def code(raised: pytest.ExceptionInfo[ClipwrightError]) -> tuple[str, object]:
    return raised.value.code, raised.value.facts.get("name", raised.value.facts.get("reason"))


def test_the_owners_cues_go_before_those_of_the_analysis(reading: Reader) -> None:
    found = analysis(captions=HEARD)
    for ask in (cues_of, given_cues):
        assert ask(reading(analysis=found, cues=OWN)) == OWN
        assert ask(reading(analysis=found)) == HEARD


def test_an_owner_who_took_all_cues_away_has_none(reading: Reader) -> None:
    assert cues_of(reading(analysis=analysis(captions=HEARD), cues=CueList())) == CueList()


def test_of_a_source_that_nobody_analysed_its_measures_are_known(reading: Reader) -> None:
    found = analysis_of(reading())
    assert (found.source.width, found.source.duration_seconds) == (640, 8.0)
    assert (found.transcript, found.captions, found.engine) == ((), CueList(), "none")
    assert cues_of(reading()) == CueList()
    assert lines_of(reading()) == ()


def test_an_analysis_is_read_as_it_was_written(reading: Reader) -> None:
    written = analysis(phrase(0, 500, "Über 我们 نحن"), captions=HEARD)
    assert given_analysis(reading(analysis=written)) == written
    assert analysis_of(reading(analysis=written)) == written


@pytest.mark.parametrize("ask", [given_analysis, given_cues])
def test_who_needs_an_analysis_is_told_that_there_is_none(
    reading: Reader, ask: Callable[[StageContext[Any]], object]
) -> None:
    with pytest.raises(ClipwrightError) as raised:
        ask(reading())
    assert code(raised) == ("input_missing", "analysis")


def test_the_voiceover_says_its_script_or_the_captions_where_that_is_empty(reading: Reader) -> None:
    assert lines_of(reading(cues=OWN, script=SCRIPT)) == SCRIPT.lines
    assert lines_of(reading(cues=OWN, script=VoiceoverScript())) == OWN.cues
    assert lines_of(reading(cues=OWN)) == OWN.cues
    assert lines_of(reading(analysis=analysis(captions=HEARD))) == HEARD.cues


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"{",
        b"[]",
        b'{"cues": [{"start_ms": 5, "end_ms": 5, "text": "x"}]}',
        b'{"cues": [{"start_ms": 0, "end_ms": 9, "text": ""}]}',
        b'{"cues": [{"start_ms": 0, "end_ms": 9, "text": "a"}, {"start_ms": 8, "end_ms": 12, "text": "b"}]}',
    ],
    ids=["empty", "no JSON", "no object", "no time", "no text", "overlapping"],
)
def test_a_document_that_is_not_what_it_should_be_is_refused_by_its_kind(
    reading: Reader, document: bytes
) -> None:
    with pytest.raises(ClipwrightError) as raised:
        cues_of(reading(cues=document))
    kind, reason = code(raised)
    assert kind == "invalid_message"
    assert str(reason).startswith("CueList: ")


class Given:
    """Input objects by name; `broken` makes reading fail for another reason than a missing object."""

    def __init__(self, *, broken: bool = False, **digests: str) -> None:
        self._digests, self._broken = digests, broken

    def digest(self, name: str) -> str:
        if name not in self._digests:
            raise ClipwrightError("storage_failed" if self._broken else "input_missing", name=name, reason="")
        return self._digests[name]


def digests(given: Given) -> ProjectTexts:
    return text_digests(CapabilitySet({Inputs: lambda: given}))


def test_what_the_message_has_is_known_by_its_digest_and_the_rest_is_nothing() -> None:
    assert digests(Given(cues="c" * 64)) == ProjectTexts(analysis="", cues="c" * 64, script="")
    assert digests(Given(analysis="a", voiceover_script="s")) == ProjectTexts(
        analysis="a", cues="", script="s"
    )
    assert digests(Given()) == ProjectTexts(analysis="", cues="", script="")


def test_a_store_that_fails_is_not_taken_for_a_text_that_is_missing() -> None:
    with pytest.raises(ClipwrightError) as raised:
        digests(Given(broken=True, cues="c"))
    assert raised.value.code == "storage_failed"
