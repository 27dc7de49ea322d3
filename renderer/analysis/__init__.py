"""What is in a user's video: its shots, its subject's path, faces and text in it, speech, cues.

Here are functions over arrays and values. Who decodes is `renderer.media`, who detects `renderer.backends`.
"""
