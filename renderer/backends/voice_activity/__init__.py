"""Voice activity detectors: when somebody speaks."""
