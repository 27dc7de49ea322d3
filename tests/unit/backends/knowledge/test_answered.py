"""Kept answers of knowledge sources: one is used only for the same question to the same source."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.knowledge.answered import AnsweredKnowledge
from renderer.backends.knowledge.base import Answer, Found, NoAnswers, Topic
from renderer.backends.knowledge.fake import FakeKnowledge
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

ASKED = Topic(text="Why octopuses have three hearts", language=Language.EN)
KNOWLEDGE = FakeKnowledge(texts={Language.EN: ("An octopus has three hearts.",)})
AHEAD = Answer(fingerprint=KNOWLEDGE.fingerprint, topic=ASKED, found=Found(passages=(), source="ahead"))


class Told(Struct, frozen=True):
    """Knowledge whose answer is always this one."""

    answer: Answer

    def wait(self) -> Answer:
        return self.answer


def asked(answer: Answer, topic: Topic = ASKED) -> Found:
    return AnsweredKnowledge(knowledge=KNOWLEDGE, answers=Told(answer)).look_up(topic)


def test_what_was_answered_is_not_looked_up_again() -> None:
    assert asked(AHEAD).source == "ahead"


@pytest.mark.parametrize(
    "answer",
    [
        replace(AHEAD, fingerprint="other rules"),
        replace(AHEAD, topic=replace(ASKED, text="Something else")),
        replace(AHEAD, topic=replace(ASKED, language=Language.FR)),
    ],
    ids=["other rules", "another topic", "another language"],
)
def test_another_question_is_looked_up(answer: Answer) -> None:
    assert asked(answer) == KNOWLEDGE.look_up(ASKED)


def test_without_an_answer_knowledge_answers_as_ever() -> None:
    answered = AnsweredKnowledge(knowledge=KNOWLEDGE, answers=NoAnswers())
    assert (answered.name, answered.fingerprint) == (KNOWLEDGE.name, KNOWLEDGE.fingerprint)
    assert answered.look_up(ASKED) == KNOWLEDGE.look_up(ASKED)
    with pytest.raises(ClipwrightError) as caught:
        answered.look_up(Topic(text="unknown", language=Language.EN))
    assert caught.value.code == "knowledge_none"
