from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pipelines.described import NOT_ADVICE, credits_text, description
from renderer.backends.writing.said import MOST, FolderSaid
from renderer.composition.checks import about_share, findings
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.knowledge import TextSource
from renderer.core.script import Role, Scene, Script
from renderer.text.lines import build_line

SHARED = TextSource(
    title="Octopus", publisher="Wikipedia", revision="7", licence="CC BY-SA 4.0", address="https://a.example"
)


def script(*lines: str, sourced: bool = False, language: Language = Language.EN) -> Script:
    made = [build_line(line, id=f"s1.l{at}", language=language) for at, line in enumerate(lines)]
    told = tuple(replace(line, sources=(0,)) if sourced else line for line in made)
    scene = Scene(id="s1", role=Role.HOOK, lines=told)
    return Script(
        language=language, title="Octopus", scenes=(scene,), source="x", sources=(SHARED,) if sourced else ()
    )


GOOD = ("Octopuses have three hearts.", "The gills of an octopus need two of them.")


def found(made: Script, *, seconds: float = 42.0, said: tuple[str, ...] = ()) -> str:
    return "; ".join(findings(made, topic="octopus hearts", seconds=seconds, said_before=said))


def test_a_good_script_has_no_findings() -> None:
    assert found(script(*GOOD)) == ""


@pytest.mark.parametrize(
    ("made", "seconds", "said", "finding"),
    [
        (script("Ein Krake hat drei Herzen und er braucht sie alle, denn sein Blut ist nicht so gut wie das der Menschen."), 42, (), "language"),  # noqa: E501 - one text
        (script(*GOOD), 12, (), "length: 12.0 s"),
        (script(*GOOD), 75, (), "length: 75.0 s"),
        (script("What a day.", "Think about it.", "Octopuses too."), 42, (), "about the topic: 33%"),
        (script(*GOOD), 42, GOOD[:1], "repeats: 1 of 2"),
        (script(GOOD[0], GOOD[0]), 42, (), "stands twice"),
        (script("Octopuses died!", "It was epic, octopus."), 42, (), "tone"),
        (script("Octopus oil cures cancer."), 42, (), "care: 1 lines"),
        (script("Octopus " + "and heart " * 30), 42, (), "reading ease: 1 of 1"),
    ],
)  # fmt: skip
def test_what_an_editor_would_notice_is_found(
    made: Script, seconds: float, said: tuple[str, ...], finding: str
) -> None:
    assert finding in found(made, seconds=seconds, said=said)


def test_health_and_money_with_a_source_are_no_finding() -> None:
    assert found(script("The octopus medicine cures cancer in mice.", sourced=True)) == ""


def test_lines_with_a_source_are_about_the_topic() -> None:
    assert about_share(script("Swimming tires it.", sourced=True), "octopus hearts") == 1.0


def test_the_last_two_hundred_scripts_are_remembered_but_never_the_script_itself(tmp_path: Path) -> None:
    said = FolderSaid(tmp_path / "said")
    assert said.shared(("A line.",), key="first") == ()
    said.remember(("A line.", "Another."), key="first")
    assert said.shared(("a  LINE.",), key="second") == ("a  LINE.",)
    assert said.shared(("A line.",), key="first") == ()
    for number in range(MOST + 5):
        said.remember((f"Line {number}.",), key=f"k{number}")
    assert len(list((tmp_path / "said").glob("*.json"))) == MOST
    assert said.shared((f"Line {MOST}.",), key="new")


def test_a_damaged_memory_counts_as_empty(tmp_path: Path) -> None:
    said = FolderSaid(tmp_path)
    said.remember(("A line.",), key="first")
    next(tmp_path.glob("*.json")).write_text("{", "utf-8")
    assert said.shared(("A line.",), key="second") == ()


def test_the_description_credits_and_cautions() -> None:
    made = script("Octopus funds return 9 percent profit.", sourced=True)
    credit = [f"Text: {SHARED.credit}"]
    text = description(made, credit, mode=VideoMode.CLEAN_EDUCATIONAL)
    assert NOT_ADVICE[Language.EN] in text
    assert "revision 7" in text
    assert "same licence, CC BY-SA 4.0" in text
    assert NOT_ADVICE[Language.EN] not in description(script(*GOOD), [], mode=VideoMode.WEIRD_FACTS)
    assert "CC BY-SA 4.0" in credits_text(made, credit)
    assert "Nothing in this video asks for credit." in credits_text(script(*GOOD), [])
