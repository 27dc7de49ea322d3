"""Voice activity detectors: find when somebody speaks."""
