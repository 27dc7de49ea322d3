"""The storyboard: cuts, casting, variety. Opens files only to compare pictures and draws no frames."""
