"""Judges finished files and reads them back; users' files are not opened here."""
