"""Sound: voice chain, composed music, effects, ducked mix, mastering. Stems are float WAV files at 48 kHz.

Signals are float32 arrays shaped (channels, frames), mono ones (frames,); everything longer than a note
is worked on in blocks, so memory does not grow with the length of the video.
"""
