"""Style packs, users' media, grade, thumbnail and gallery.

Direction, matching, camera and film in folders. No painter.
"""
