"""Text of ten languages: lines of tokens, stress, language checks.

Typesetting, segmentation and spoken forms in folders.
"""
