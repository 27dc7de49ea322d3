"""Streams users' videos: frames by number or time, sound in blocks, from a bounded decoder process.

Nothing is unpacked to disk here; stills and short clips are, one folder up.
"""
