"""Pictures: painters, artwork, camera, storyboard, grade."""
