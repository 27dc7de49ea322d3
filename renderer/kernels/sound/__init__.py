"""Compiled work on sound in single precision, and the same samples without a compiler: no video, no music, no files."""
