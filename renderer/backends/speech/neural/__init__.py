"""Neural voices from the models folder (Piper, Kokoro); nothing is downloaded."""
