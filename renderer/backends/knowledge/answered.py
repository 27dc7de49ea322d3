"""Knowledge that was asked before it is needed; what was answered counts where the question is the same."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.knowledge.base import Answers, Found, Knowledge, Topic


class AnsweredKnowledge(Struct, frozen=True, kw_only=True):
    """`knowledge` of which something was asked already; it is asked itself where that is not the answer."""

    knowledge: Knowledge
    answers: Answers

    @property
    def name(self) -> str:
        """The knowledge's own."""
        return self.knowledge.name

    @property
    def fingerprint(self) -> str:
        """The knowledge's own."""
        return self.knowledge.fingerprint

    def look_up(self, topic: Topic) -> Found:
        """What the knowledge has; raises as it does."""
        answer = self.answers.wait()
        if answer and (answer.fingerprint, answer.topic) == (self.knowledge.fingerprint, topic):
            return answer.found
        return self.knowledge.look_up(topic)
