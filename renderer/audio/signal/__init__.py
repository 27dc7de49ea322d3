"""Signal processing on arrays and sound files, independent of music, voice and mixing."""
