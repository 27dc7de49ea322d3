"""Family ties between named people of a sentence, in ten languages; what is not sure makes none."""
