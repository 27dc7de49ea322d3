"""The user's own pronunciations in films and in dubs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from pipelines.project.dubbing import Narrator, spoken_script
from pipelines.pronouncing import line_as_wanted, line_maker
from pipelines.stages.film.write_lines import params
from renderer.backends.rewriting.base import NoRewriter
from renderer.backends.speech.fake import FakeSpeech
from renderer.cli.film import build_film_order, film
from renderer.cli.remix.export import export, export_order
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.remix import RemixExport
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import display_text, spoken_text
from renderer.errors import ClipwrightError
from renderer.runtime.capabilities import CapabilitySet

LEXICON = "Nguyen = Win"


def given(command: click.Command, *words: str) -> dict[str, Any]:
    """The parameters that click passes on for these words of a command line."""
    return command.make_context(command.name, list(words)).params


def test_a_line_is_spoken_as_the_lexicon_has_it_and_shown_as_written() -> None:
    line = line_as_wanted("Mr Nguyen left.", id="l", language=Language.EN, lexicon=LEXICON)
    assert "Win" in spoken_text(line)
    assert display_text(line) == "Mr Nguyen left."


def test_a_dub_is_spoken_as_the_lexicon_has_it(tmp_path: Path) -> None:
    script = [TimedText(start_ms=0, end_ms=4000, text="Mr Nguyen left.")]
    narrator = Narrator(
        speech=FakeSpeech(),
        rewriter=NoRewriter(),
        language=Language.EN,
        voice=Voice.WARM_STORYTELLER,
        line_of=line_maker(Language.EN, LEXICON),
    )
    found = spoken_script(script, narrator, end_ms=5000, into=tmp_path)
    assert "Win" in spoken_text(found.takes[0].line)
    assert found.texts == ("Mr Nguyen left.",)


def test_a_changed_lexicon_makes_other_lines_of_a_film() -> None:
    script = "Nguyen left the house. " * 200
    plain = LongFormOrder(script=script)
    other = plain.model_copy(update={"lexicon": LEXICON})
    assert params(plain, CapabilitySet({})) != params(other, CapabilitySet({}))
    assert LEXICON in other.private_texts


def test_commands_read_the_lexicon_and_refuse_a_bad_one(tmp_path: Path) -> None:
    names, script = tmp_path / "names.txt", tmp_path / "script.md"
    names.write_text(LEXICON, "utf-8")
    script.write_text("Nguyen left the house. " * 200, "utf-8")
    made = build_film_order(**given(film, "--script", str(script), "--lexicon", str(names)))
    assert made.lexicon == LEXICON
    exported = export_order(given(export, "a.mp4", "--lexicon", str(names)))
    assert isinstance(exported, RemixExport)
    assert exported.lexicon == LEXICON
    names.write_text("Nguyen", "utf-8")
    with pytest.raises(ClipwrightError) as caught:
        export_order(given(export, "a.mp4", "--lexicon", str(names)))
    assert caught.value.code == "lexicon_invalid"
