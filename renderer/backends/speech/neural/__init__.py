"""Neural voices from the models folder (Piper, Kokoro, Hibari); nothing is downloaded."""
