"""Stages of the Remix pipelines that make words, voice, sound and pictures, one per file."""
