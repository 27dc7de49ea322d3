"""Sound: voice chain, composed music, effects, ducked mix, mastering. Stems are float WAV files at 48 kHz.

Signals are float32 arrays shaped (channels, frames), or (frames,) for mono. Anything longer than a note is
processed in blocks, so memory use does not grow with the length of the video.
"""
