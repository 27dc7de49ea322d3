"""H.264 streams as our encoder writes them: parsing header fields, and repeating pictures."""
