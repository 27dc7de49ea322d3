"""Style packs, users' media, grade, thumbnail and gallery.

Direction, matching, camera and film are subfolders. There are no painters here.
"""
