"""A model that is given passages: what it must be told, and what happens to what it invents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from renderer.backends.knowledge.fake import FakeKnowledge
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.chat import ChatWriter
from renderer.backends.writing.grounding import Grounding, invented
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.knowledge import TextPassage
from renderer.errors import ClipwrightError
from tests.support.providers.clients import chat
from tests.support.providers.server import ProviderServer

TEXT = (
    "The sea is salty because rain dissolves minerals from rocks and rivers carry them down. "
    "One litre of sea water holds about 35 grams of salt. Edmond Halley studied the question in 1715. "
    "The Dead Sea holds ten times as much. Salt stays behind when water evaporates."
)
KNOWS = FakeKnowledge(texts={Language.EN: (TEXT,)})
BRIEF = Brief(
    topic="Why the sea is salty",
    mode=VideoMode.CLEAN_EDUCATIONAL,
    language=Language.EN,
    voice=Voice.WARM_STORYTELLER,
    seconds=42.0,
    seed=7,
)
TRUE = (
    "Rain dissolves minerals from the rocks, and the rivers carry them down to the sea all the time.",
    "When the sun warms the water it evaporates, and the salt stays behind in the sea for ages.",
    "One litre of sea water holds about 35 grams of salt, and that is what swimmers taste.",
    "The question is old, and Edmond Halley studied it in 1715 with great patience and care.",
    "The Dead Sea holds ten times as much salt, for its water can only leave by evaporating.",
    "So every river brings a little more, and the sea keeps all of it for itself.",
)


def reply(*lines: str) -> str:
    scene = [{"lines": [line], "visual": ["sea"], "emphasis": []} for line in lines]
    return json.dumps({"title": "Salt", "hook": scene[0], "scenes": scene[1:-1], "close": scene[-1]})


def written(answers: list[str], *, knows: Any = KNOWS) -> tuple[Draft, ProviderServer]:
    left = list(answers)
    with ProviderServer(chat=lambda _request: left.pop(0)) as server:
        return ChatWriter(chat=chat(server), knowledge=knows).write(BRIEF), server


def lines_of(draft: Draft) -> list[str]:
    return [line for scene in draft.scenes for line in scene.sentences]


def test_the_passages_travel_numbered_as_data_and_every_line_names_its_source() -> None:
    draft, server = written([reply(*TRUE)])
    system, user = (message["content"] for message in server.seen[0].json["messages"])
    assert json.loads(user)["passages"] == [{"number": 1, "text": TEXT}]
    assert "every number, date, name" in system
    assert "35 grams" not in system
    assert [source.title for source in draft.sources] == ["Fake"]
    grounds = [ground for scene in draft.scenes for ground in scene.grounds]
    assert len(grounds) == len(lines_of(draft))
    assert sum(bool(ground) for ground in grounds) >= 4


@pytest.mark.parametrize(
    ("lie", "word"),
    [
        ("One litre of sea water holds about 97 grams of salt, and that is what swimmers taste.", "97"),
        ("The question is old, and Isaac Newton studied it with great patience and with care.", "Newton"),
    ],
)
def test_an_invention_is_sent_back_once_and_the_repaired_reply_is_taken(lie: str, word: str) -> None:
    draft, server = written([reply(*TRUE[:2], lie, *TRUE[3:]), reply(*TRUE)])
    repair = server.seen[1].json["messages"][-1]["content"]
    assert repr(word) in repair
    assert "is in no passage" in repair
    assert word not in " ".join(lines_of(draft))
    assert not draft.notes


def test_an_invention_that_comes_again_is_dropped_and_said() -> None:
    lie = "Every year exactly 4,000 tons of gold are washed into it."
    draft, server = written([reply(*TRUE[:3], lie, *TRUE[3:])] * 2)
    assert len(server.seen) == 2
    assert "4,000" not in " ".join(lines_of(draft))
    assert set(TRUE) <= set(lines_of(draft))
    assert any("dropped" in note for note in draft.notes)


def test_when_hardly_anything_true_is_left_the_writer_fails_clearly() -> None:
    lies = [
        f"In {year} the sea of Atlantis held {year} tons of gold and silver for King Zorg."
        for year in range(1801, 1807)
    ]
    with pytest.raises(ClipwrightError) as caught:
        written([reply(*lies)] * 2)
    assert caught.value.code == "provider_reply"


def test_without_knowledge_it_writes_as_before_and_nothing_counts_as_grounded() -> None:
    nobody = KnowledgeInOrder(sources=())
    draft, server = written([reply(*TRUE)], knows=nobody)
    assert "passages" not in json.loads(server.seen[0].json["messages"][1]["content"])
    assert not draft.sources
    assert not any(any(scene.grounds) for scene in draft.scenes)


def test_a_source_that_fails_is_said() -> None:
    draft, _ = written([reply(*TRUE)], knows=FakeKnowledge(texts={}))
    assert any(note.startswith("script: ungrounded") for note in draft.notes)


def test_numbers_of_the_topic_and_other_spellings_of_a_number_are_no_inventions() -> None:
    ground = Grounding(passages=(TextPassage(text="It weighs 1,200 tons.", source=KNOWS.source),))
    assert invented("It weighs 1200 tons.", ground, BRIEF) == ()
    assert invented("It weighs 1300 tons.", ground, BRIEF) == ("1300",)
