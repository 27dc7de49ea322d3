"""Streams of H.264 as our encoder writes them: fields of their headers, and pictures shown again."""
