"""Family ties between named people of a sentence, in ten languages; uncertain ones are left out."""
