"""Text normalisation: turns written forms (numbers, dates, money, units) into the words that are spoken."""
