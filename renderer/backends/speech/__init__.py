"""The port for speech engines and what all engines share; the engines are in folders.

Word alignment is in `alignment`.
"""
