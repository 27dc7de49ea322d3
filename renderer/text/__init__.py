"""Text in ten languages: lines of tokens, stress, language checks.

Typesetting, segmentation and spoken forms have folders of their own.
"""
