"""The storyboard: cuts, casting, variety; opens no file but to compare pictures, and draws no frame."""
