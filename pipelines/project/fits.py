"""How the lines of a voiceover came out, in the contract's terms."""

from __future__ import annotations

from pipelines.project.documents import Dub, DubbedLine
from renderer.contract.remix.spoken_lines import SpokenVoiceover, VoiceoverLine, WindowFit
from renderer.core.timecode import AUDIO_RATE

_MILLISECOND = AUDIO_RATE // 1000


def spoken_voiceover(dub: Dub) -> SpokenVoiceover:
    """The document for the project's owner; of a voiceover with at least one line."""
    heard = [line.placement for line in dub.lines if line.placement.samples > line.placement.cut]
    return SpokenVoiceover(
        engine=dub.engine[:100],
        fingerprint=dub.fingerprint,
        duration_seconds=round(max((one.stop for one in heard), default=0) / AUDIO_RATE, 3),
        lines=tuple(voiceover_line(line) for line in dub.lines),
    )


def voiceover_line(line: DubbedLine) -> VoiceoverLine:
    """A line with its fit; an overrun counts only what is heard, what is not heard counts as cut."""
    placement = line.placement
    over = -(-(placement.stop - line.end_ms * _MILLISECOND) // _MILLISECOND)
    return VoiceoverLine(
        start_ms=line.start_ms,
        end_ms=line.end_ms,
        text=line.text,
        fit=WindowFit(
            rate=round(placement.rate, 4),
            shift_ms=placement.start_ms - line.start_ms,
            overrun_ms=max(0, over) if placement.samples > placement.cut else 0,
            cut_ms=-(-placement.cut // _MILLISECOND),
            reworded=line.reworded,
            heard=placement.samples > placement.cut,
        ),
    )
