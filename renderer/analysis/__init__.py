"""Analysis of a user's video: its shots, the path of its subject, faces and text, speech, cues.

This package has functions over arrays and values. `renderer.media` decodes, `renderer.backends` detects.
"""
