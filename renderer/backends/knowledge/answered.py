"""Knowledge with a prefetched answer, which is used when the question is the same."""

from __future__ import annotations

from msgspec import Struct

from renderer.backends.knowledge.base import Answers, Found, Knowledge, Topic


class AnsweredKnowledge(Struct, frozen=True, kw_only=True):
    """`knowledge` with `answers` prefetched from it; asks it directly when they do not fit the topic."""

    knowledge: Knowledge
    answers: Answers

    @property
    def name(self) -> str:
        """The name of the wrapped knowledge."""
        return self.knowledge.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the wrapped knowledge."""
        return self.knowledge.fingerprint

    def look_up(self, topic: Topic) -> Found:
        """The prefetched passages if they fit, else the wrapped knowledge's; raises what that raises."""
        answer = self.answers.wait()
        if answer and (answer.fingerprint, answer.topic) == (self.knowledge.fingerprint, topic):
            return answer.found
        return self.knowledge.look_up(topic)
