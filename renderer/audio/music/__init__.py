"""Composes and performs the music of a video; its level below the voice is set in `mixing`."""
