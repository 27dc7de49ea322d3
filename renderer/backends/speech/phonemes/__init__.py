"""Converts spoken words to the phonemes that the Kokoro family of voices takes as input."""
