"""A shot in which a family tie is mentioned shows the tree; a story without one never does."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language, StylePack
from renderer.core.picture_spec import PainterSpec, PictureFacts
from renderer.core.script import Script
from renderer.core.storyboard import Shot
from renderer.painters.base import Need
from renderer.painters.registry import PAINTERS
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import OCTOPUS, narration_of, script_of

TREES = {name for name, painter in PAINTERS.items() if Need.KIN in painter.needs}
ROYAL = script_of(
    "A crown and its heirs",
    [
        ["The crown was heavy, and many hands reached for it."],
        ["Elizabeth, daughter of Henry VIII and Anne Boleyn, waited in the tower."],
        ["Nobody knew who would rule next."],
    ],
)
MUGHAL = script_of("ताज का किस्सा", [["ताज भारी था।"], ["अकबर हुमायूँ के पुत्र थे।"], ["आगे क्या हुआ?"]], Language.HI)


def shots(script: Script, pack: StylePack, seed: int) -> list[Shot]:
    narration = narration_of(script)
    board = direct(
        script,
        narration,
        pack=load_pack(pack),
        seed=seed,
        duration=narration.duration + 1,
        look=no_painted_still,
    )
    return list(board.shots)


def facts_of(shot: Shot) -> PictureFacts:
    return shot.picture.facts if isinstance(shot.picture, PainterSpec) else PictureFacts()


def painter_of(shot: Shot) -> str:
    return shot.picture.painter if isinstance(shot.picture, PainterSpec) else ""


@pytest.mark.parametrize("script", [ROYAL, MUGHAL], ids=["English", "Hindi"])
@pytest.mark.parametrize("pack", [StylePack.DOCUMENTARY, StylePack.CLEAN_EDUCATIONAL])
def test_the_tree_is_shown_where_the_tie_is_told(script: Script, pack: StylePack) -> None:
    told = [shot for shot in shots(script, pack, 7) if facts_of(shot).kin]
    assert told
    assert any(painter_of(shot) in TREES for shot in told)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pack", list(StylePack))
def test_no_tree_stands_where_no_tie_is_told(pack: StylePack, seed: int) -> None:
    for script in (ROYAL, OCTOPUS):
        assert all(facts_of(shot).kin for shot in shots(script, pack, seed) if painter_of(shot) in TREES)
    assert not any(facts_of(shot).kin for shot in shots(OCTOPUS, pack, seed))
