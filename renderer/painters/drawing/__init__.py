"""Drawing tools: rasters, curves, light, noise, layers and their motion; nothing that depicts an object."""
