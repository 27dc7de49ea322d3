"""Synthesised instruments, one sound at a time; what they play is written in `music`."""
