"""Voices for the tests: Flite as a second speaker, and small ONNX voices that sound as tones."""
