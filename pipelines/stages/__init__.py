"""One stage per file: read documents, call pure code, call one port, return a document."""
