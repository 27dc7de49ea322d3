"""One suite for every script writer."""

from __future__ import annotations

import pytest

from renderer.backends.writing.base import Brief, Draft, ScriptWriter
from renderer.backends.writing.fake import FakeWriter
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.backends.writing.template import TemplateWriter
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.errors import ClipwrightError
from renderer.text.lines import build_line

STORY = "# Hearts\n\nAn octopus has three.\n\nTwo of them rest. **Why?**\n\nThat is all."
WRITERS: tuple[ScriptWriter, ...] = (TemplateWriter(), ScriptFileWriter(text=STORY), FakeWriter())
by_name = pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)


def brief(
    topic: str = "Why octopuses have three hearts",
    *,
    mode: VideoMode = VideoMode.DARK_HISTORY,
    language: Language = Language.EN,
    seed: int = 1,
) -> Brief:
    return Brief(
        topic=topic, mode=mode, language=language, voice=Voice.WARM_STORYTELLER, seconds=45, seed=seed
    )


def texts(draft: Draft) -> list[str]:
    return [sentence for scene in draft.scenes for sentence in scene.sentences]


@by_name
@pytest.mark.parametrize("language", list(Language))
def test_a_draft_runs_from_hook_to_close_and_every_sentence_can_be_spoken(
    writer: ScriptWriter, language: Language
) -> None:
    draft = writer.write(brief(language=language))
    roles = [scene.role for scene in draft.scenes]
    assert roles[0] is Role.HOOK
    assert roles[-1] is Role.CLOSE
    assert set(roles[1:-1]) == {Role.BEAT}
    assert draft.title
    assert all(scene.sentences for scene in draft.scenes)
    for sentence in texts(draft):
        line = build_line(sentence, id="s1.l1", language=language)
        assert line.tokens, sentence
        assert all(token.spoken for token in line.tokens), sentence


@by_name
def test_the_same_brief_gives_the_same_draft(writer: ScriptWriter) -> None:
    assert writer.write(brief(seed=9)) == writer.write(brief(seed=9))
    assert writer.fingerprint
    assert writer.name in {"template", "file", "fake"}


@pytest.mark.parametrize("writer", [TemplateWriter(), FakeWriter()], ids=lambda writer: writer.name)
@pytest.mark.parametrize(
    ("topic", "code"),
    [("", "topic_empty"), (" \n\t", "topic_empty"), ("😀 … !", "topic_empty"), ("x" * 501, "topic_too_long")],
)
def test_a_topic_that_cannot_be_used_is_the_callers_fault(
    writer: ScriptWriter, topic: str, code: str
) -> None:
    with pytest.raises(ClipwrightError) as caught:
        writer.write(brief(topic))
    assert caught.value.code == code
