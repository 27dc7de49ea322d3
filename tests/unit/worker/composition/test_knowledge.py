"""Which sources an order gets: by settings, by what answers, by what was read before."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.support.article_set import labelled
from renderer.backends.writing.base import Brief, Draft
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.errors import ClipwrightError
from renderer.worker.composition import engines as parts
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import engines_for_job
from tests.support.knowledge.mediawiki import Page, WikiServer

OCTOPUS = labelled(Language.EN)[0]


def settings(url: str, **changes: object) -> EngineSettings:
    given = {"offline": False, "knowledge_url": url, "wikidata_url": "", **changes}
    return EngineSettings(**given)  # type: ignore[arg-type]  # fields of the settings


def written(chosen: EngineSettings, workspace: Path, *, topic: str = OCTOPUS.topic, facts: str = "") -> Draft:
    writer = parts.writer(engines_for_job(chosen, workspace=workspace), topic=topic)
    return writer.write(
        Brief(
            topic=topic,
            mode=VideoMode.WEIRD_FACTS,
            language=Language.EN,
            voice=Voice.WARM_STORYTELLER,
            seconds=42,
            seed=3,
            facts=facts,
        )
    )


def test_wikipedia_is_used_when_it_answers_and_what_was_read_survives_it(tmp_path: Path) -> None:
    with WikiServer(language=Language.EN, pages={OCTOPUS.title: Page(text=OCTOPUS.text)}) as server:
        url = server.url
        online = written(settings(url), tmp_path)
        assert online.source == "wikipedia"
        assert online.sources[0].licence == "CC BY-SA 4.0"
    assert written(settings(url), tmp_path) == online
    assert written(settings(url, offline=True), tmp_path) == online
    assert written(settings(url), tmp_path / "other").source in {"lexicon", "wikipedia"}


def test_a_server_that_is_away_costs_nothing_but_its_turn(tmp_path: Path) -> None:
    draft = written(settings("http://127.0.0.1:9/w/api.php"), tmp_path)
    assert draft.source == "lexicon"


def test_offline_asks_nobody(tmp_path: Path) -> None:
    with WikiServer(language=Language.EN, pages={OCTOPUS.title: Page(text=OCTOPUS.text)}) as server:
        assert written(settings(server.url, offline=True), tmp_path).source == "lexicon"
        assert not server.seen


def test_a_named_source_without_a_stand_in_fails_with_a_sentence(tmp_path: Path) -> None:
    with WikiServer(language=Language.EN) as server, pytest.raises(ClipwrightError) as caught:
        written(settings(server.url, writers="wikipedia"), tmp_path)
    assert caught.value.code == "knowledge_none"
    with pytest.raises(ClipwrightError, match="CLIPWRIGHT_ENCYCLOPAEDIA"):
        written(settings("", writers="encyclopaedia", offline=True), tmp_path)


def test_a_topic_that_nobody_knows_is_written_by_the_template_and_says_so(tmp_path: Path) -> None:
    draft = written(settings("", offline=True), tmp_path, topic="Zxqvort blimfelding")
    assert draft.source == "template"
    assert any("--facts FILE" in note for note in draft.notes)


def test_facts_come_before_every_source(tmp_path: Path) -> None:
    facts = "- The bridge opened on 1 July 1940\n- It fell because wind and deck fed each other\n- A dog named Tubby died"  # noqa: E501 - one text
    with WikiServer(language=Language.EN, pages={OCTOPUS.title: Page(text=OCTOPUS.text)}) as server:
        draft = written(settings(server.url), tmp_path, topic="Why the bridge fell", facts=facts)
        assert all("srsearch" not in one for one in server.seen)
    told = [line for scene in draft.scenes for line in scene.sentences]
    assert draft.source == "facts"
    assert any(
        line.endswith("It fell because wind and deck fed each other.") or "it fell because wind" in line
        for line in told
    )
    assert not any("octopus" in line.casefold() for line in told)


def test_a_topic_of_bullets_is_its_own_source(tmp_path: Path) -> None:
    topic = "The bridge of Tacoma\n- It opened on 1 July 1940\n- It fell in a wind of 64 kilometres an hour"
    draft = written(settings("", offline=True), tmp_path, topic=topic)
    assert draft.source == "facts"
    assert "64 kilometres" in " ".join(line for scene in draft.scenes for line in scene.sentences)
