"""Sound effects placed on a film's clock."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from renderer.audio.mixing.effects import Sounding, in_turn, sides, sounding
from renderer.audio.mixing.placed import PlacedSound
from renderer.audio.signal.samples import Samples, amplitude
from renderer.core.mix import SoundCue
from renderer.core.timecode import sample_at


class _Panned(Struct, frozen=True, eq=False):
    sound: Samples

    def read(self, start: int, count: int) -> Samples:
        """Read (2, count) frames from `start`, all of which must exist."""
        return self.sound[:, start : start + count]


def placed_effects(cues: Sequence[SoundCue]) -> tuple[PlacedSound, ...]:
    """The sounds of `cues` in order of time, at the house level with each cue's own gain."""
    made: dict[str, Sounding] = {}
    placed: list[PlacedSound] = []
    for cue, variant in in_turn(cues):
        kind = f"{cue.effect} {cue.duration} {variant}"
        heard = made.get(kind) or made.setdefault(kind, sounding(cue, variant))
        placed.append(
            PlacedSound(
                key=f"{kind} {cue.pan}",
                start=sample_at(cue.moment) - heard.mark,
                frames=heard.sound.shape[1],
                read=_Panned(heard.sound * sides(cue) if cue.pan else heard.sound).read,
                gain=amplitude(cue.gain_db),
            )
        )
    return tuple(placed)
