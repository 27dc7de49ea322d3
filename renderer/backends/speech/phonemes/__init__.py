"""From spoken words to the sounds that the Kokoro family of voices is driven by."""
