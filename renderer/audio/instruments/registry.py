"""Every instrument by the name mood files use.

To add one: write a function from `Tone` to (2, frames) at the house level, and name it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from renderer.audio.instruments import atmosphere, drums, struck, sustained
from renderer.audio.instruments.tone import Tone
from renderer.audio.signal.samples import Samples

INSTRUMENTS: Final[dict[str, Callable[[Tone], Samples]]] = {
    # held for the requested length
    "strings": sustained.strings,
    "choir": sustained.choir,
    "warm_pad": sustained.warm_pad,
    "glass_pad": sustained.glass_pad,
    "drone": sustained.drone,
    "brass_swell": sustained.brass_swell,
    "soft_bass": sustained.soft_bass,
    "saw_bass": sustained.saw_bass,
    # struck, ringing on their own
    "felt_piano": struck.felt_piano,
    "electric_piano": struck.electric_piano,
    "marimba": struck.marimba,
    "bell": struck.bell,
    "celesta": struck.celesta,
    "pulse": struck.pulse,
    "plucked_string": struck.plucked_string,
    "muted_string": struck.muted_string,
    # percussion
    "kick": drums.kick,
    "deep_drum": drums.deep_drum,
    "tom": drums.tom,
    "clap": drums.clap,
    "snap": drums.snap,
    "shaker": drums.shaker,
    "hat": drums.hat,
    "rim": drums.rim,
    "wood": drums.wood,
    "tick": drums.tick,
    "tock": drums.tock,
    "brush": drums.brush,
    # beds and transitions
    "air": atmosphere.air,
    "wind": atmosphere.wind,
    "dust": atmosphere.dust,
    "hum": atmosphere.hum,
    "riser": atmosphere.riser,
    "reverse_cymbal": atmosphere.reverse_cymbal,
    "cymbal": atmosphere.cymbal,
    "boom": atmosphere.boom,
}
