"""Compiled work on sound, and the same samples without a compiler; knows no video, no music and no files."""
