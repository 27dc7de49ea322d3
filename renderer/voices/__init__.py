"""What each voice id sounds like and how fast it speaks; the speech engines are in `backends/speech`."""
