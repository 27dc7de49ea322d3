"""Finished files judged and read back; users' files are not opened here."""
