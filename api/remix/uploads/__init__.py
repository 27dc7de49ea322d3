"""Resumable uploads: offset, chunks and expiry, and how a complete upload becomes a project's source."""
