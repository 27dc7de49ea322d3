"""Users' videos read as they play: frames by number or time, sound in blocks, from a bounded decoder process.

Nothing is unpacked to disk here; stills and short loops are, one folder up.
"""
