"""Word aligners: find when each word of a known text is spoken."""
