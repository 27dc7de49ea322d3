"""Changes the tempo of speech but not its pitch, with FFmpeg's `atempo` (waveform similarity overlap-add)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]


def at_tempo(samples: Samples, *, rate: int, tempo: float) -> Samples:
    """Mono `samples` at `rate` hertz, at `tempo` times their speed, with unchanged pitch.

    The result has round(n / tempo) samples: excess from the overlap is cut off, a shortfall is padded with
    silence.
    """
    if tempo == 1.0 or not len(samples):
        return samples
    import av  # noqa: PLC0415  # heavy, loaded with the first film that is read slowly

    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=rate, format="flt", layout="mono")
    stretch = graph.add("atempo", f"{tempo:.4f}")
    sink = graph.add("abuffersink")
    source.link_to(stretch)
    stretch.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(samples.astype(np.float32)[None], format="flt", layout="mono")
    frame.sample_rate = rate
    frame.pts = 0
    source.push(frame)
    source.push(None)
    parts: list[Samples] = []
    while True:
        try:
            slower: Any = sink.pull()
            parts.append(slower.to_ndarray().reshape(-1))
        except (av.error.EOFError, av.error.BlockingIOError):
            break
    wanted = round(len(samples) / tempo)
    slowed = np.concatenate(parts) if parts else np.zeros(0, np.float32)
    return np.pad(slowed, (0, max(0, wanted - len(slowed))))[:wanted].astype(np.float32)
