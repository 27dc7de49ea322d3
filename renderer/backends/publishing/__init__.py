"""Publishers: deliver finished files."""
