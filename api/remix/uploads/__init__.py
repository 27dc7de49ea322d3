"""Resumable uploads: offset, chunks, what expired; how a complete upload becomes a project's source."""
