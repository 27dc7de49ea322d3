"""What a voice id sounds like and how fast it speaks; the engines that speak are in `backends/speech`."""
