"""The port for speech engines and the code that they share; the engines are in subfolders.

Word alignment is in `renderer.backends.alignment`.
"""
