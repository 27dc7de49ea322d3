"""Rewriters: the lines of a video in other words, in their order and within their room."""
