"""Scripts that a chat engine at a local server fits to their films, and fits of our own where it fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.film.adapting import FilmLength, adapted
from pipelines.long_form import LONG_FORM
from renderer.backends.adapting.base import NoAdapter, ScriptAdapter
from renderer.backends.adapting.chat import ChatAdapter
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.manuscript.document import Manuscript
from renderer.manuscript.film_fit import Adaptation, Cards, FilmFit
from renderer.manuscript.fitting import LONGEST_FILM, SHORTEST_FILM
from renderer.manuscript.length import estimated_lengths
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.text.grounding import source_text
from renderer.text.inventions import inventions
from renderer.text.segmentation.sentences import sentences
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings
from tests.support.providers import moods
from tests.support.providers.clients import chat
from tests.support.providers.server import ProviderServer
from tests.unit.manuscript.scripts import script

TARGET = 780.0
INVENTED = "Napoleon ordered 4711 cannons from Tobolsk."


def characters_of(request: dict[str, Any]) -> int:
    """The number of characters that the request allows."""
    system = request["messages"][0]["content"]
    return int(system.split("about ")[-1].split(" characters")[0])


def told(request: dict[str, Any], *, extra: str = "") -> str:
    """Answer of an editor that drops whole sentences, or repeats each as a clause of a new one."""
    chapter = json.loads(request["messages"][1]["content"])
    whole = [one for text in chapter["paragraphs"] for one in sentences(text, Language.EN)]
    room = characters_of(request)
    kept: list[str] = [extra] if extra else []
    if sum(map(len, whole)) > room:
        step = sum(map(len, whole)) / room
        kept += [whole[int(at * step)] for at in range(int(len(whole) / step))]
    else:
        for sentence in whole:
            kept.append(sentence)
            if sum(map(len, kept)) < room:
                kept.append(f"So, as it was, {sentence[0].lower()}{sentence[1:]}")
    return json.dumps({"paragraphs": [" ".join(kept[at : at + 6]) for at in range(0, len(kept), 6)]})


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=told) as running:
        yield running


def measure(manuscript: Manuscript) -> Lengths:
    return estimated_lengths(manuscript, voice=Voice.DEEP_DOCUMENTARY)


def film(text: str, adapter: ScriptAdapter) -> tuple[Manuscript, FilmFit]:
    manuscript = read_manuscript(text, language=Language.EN)
    wanted = FilmLength(target=TARGET, cards=Cards(), measure=measure)
    return manuscript, adapted(manuscript, wanted, adapter, advance=lambda _fraction, _detail: None)


def check_true(text: str, fit: FilmFit) -> None:
    source = source_text(text, Language.EN)
    assert not [sentence.text for sentence in fit.manuscript.sentences if inventions(sentence.text, source)]


def test_a_long_script_is_condensed_chapter_by_chapter(server: ProviderServer) -> None:
    text = script(sentences=500, chapters=6)
    source, fit = film(text, ChatAdapter(chat=chat(server)))
    assert fit.adaptation is Adaptation.CONDENSED
    assert abs(fit.seconds - TARGET) <= 0.03 * TARGET
    assert len(server.seen) >= len(source.chapters)
    assert [chapter.title for chapter in fit.manuscript.chapters] == [each.title for each in source.chapters]
    assert any("test-model" in note for note in fit.notes)
    check_true(text, fit)


def test_a_short_script_is_expanded_from_itself_and_marked(server: ProviderServer) -> None:
    text = script(sentences=90, chapters=6)
    with pytest.raises(ClipwrightError) as alone:
        film(text, NoAdapter())
    assert alone.value.code == "script_too_short"
    source, fit = film(text, ChatAdapter(chat=chat(server)))
    assert fit.adaptation is Adaptation.EXPANDED
    assert SHORTEST_FILM <= fit.seconds <= LONGEST_FILM
    written = {sentence.text for sentence in source.sentences}
    assert all(sentence.rewritten == (sentence.text not in written) for sentence in fit.manuscript.sentences)
    assert any(sentence.rewritten for sentence in fit.manuscript.sentences)
    assert "are not in the script word for word" in fit.notes[0]
    check_true(text, fit)


@pytest.mark.parametrize("count", [90, 500], ids=["expand", "condense"])
def test_a_server_that_invents_puts_nothing_into_the_film(server: ProviderServer, count: int) -> None:
    server.chat = lambda request: told(request, extra=INVENTED)
    text = script(sentences=count, chapters=6)
    _, fit = film(text, ChatAdapter(chat=chat(server)))
    assert not any("Napoleon" in sentence.text for sentence in fit.manuscript.sentences)
    check_true(text, fit)


BROKEN: dict[str, Callable[[ProviderServer], None]] = {
    "nonsense": lambda server: setattr(server, "chat", lambda _request: "HACKED"),
    "only inventions": lambda server: setattr(
        server, "chat", lambda _request: json.dumps({"paragraphs": [INVENTED] * 40})
    ),
    "down": lambda server: server.moods.extend([moods.status(500)] * 200),
    "refusing": lambda server: setattr(server, "refusal", "I would rather not."),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_where_it_fails_the_scripts_own_sentences_are_chosen_and_a_note_says_so(
    server: ProviderServer, kind: str
) -> None:
    BROKEN[kind](server)
    text = script(sentences=500, chapters=6)
    source, fit = film(text, ChatAdapter(chat=chat(server)))
    assert fit.adaptation is Adaptation.CONDENSED
    assert abs(fit.seconds - TARGET) <= 0.03 * TARGET
    written = {sentence.text for sentence in source.sentences}
    assert all(sentence.text in written for sentence in fit.manuscript.sentences)
    assert sum("its own sentences were chosen instead" in note for note in fit.notes) == 6


def test_one_chapter_that_fails_does_not_fail_the_others(server: ProviderServer) -> None:
    def moody(request: dict[str, Any]) -> str:
        return "no" if "Part 2" in request["messages"][1]["content"] else told(request)

    server.chat = moody
    _, fit = film(script(sentences=500, chapters=6), ChatAdapter(chat=chat(server)))
    assert [note[:9] for note in fit.notes if "instead" in note] == ["Chapter 3"]
    assert abs(fit.seconds - TARGET) <= 0.03 * TARGET


def test_a_required_adapter_fails_the_job(server: ProviderServer) -> None:
    server.chat = lambda _request: "HACKED"
    with pytest.raises(ClipwrightError) as caught:
        film(script(sentences=500, chapters=6), ChatAdapter(chat=chat(server), required=True))
    assert caught.value.code == "provider_reply"


def test_what_needs_no_words_costs_no_question(server: ProviderServer) -> None:
    film(script(sentences=172, chapters=6), ChatAdapter(chat=chat(server)))
    assert not server.seen


def test_the_worker_asks_the_server_of_its_settings(server: ProviderServer, tmp_path: Path) -> None:
    order = LongFormOrder(script=script(sentences=500, chapters=6), frame=FrameSpec(width=256, height=144))
    capabilities = build_capabilities(
        order,
        rim={},
        settings=WorkerSettings(workspace=tmp_path),
        engine_settings=EngineSettings(chat_base_url=server.url, chat_model="film-editor"),
    )
    run = Run(order=order, capabilities=capabilities, workspace=open_workspace(tmp_path))
    fit: FilmFit = run_pipeline(needed_for(LONG_FORM.stages, FilmFit), run).documents[FilmFit]
    assert fit.adaptation is Adaptation.CONDENSED
    assert fit.notes[0].startswith("Condensed by film-editor")
    assert server.paid()
