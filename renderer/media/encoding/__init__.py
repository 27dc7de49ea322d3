"""Encodes frames and sound into one MP4; chooses the encoder and its options."""
