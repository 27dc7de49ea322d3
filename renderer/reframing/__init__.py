"""Which part of a video another frame shows: sizes, crops, and paths of crops over time.

Numbers alone: pixels are moved by `renderer.visuals`, what is worth following is found by others.
"""
