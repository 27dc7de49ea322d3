"""The port for painters, what they hand over, and the registry; packs are folders.

No camera, no direction.
"""
