"""What a phrase is about: stems, keywords, subjects, facts.

The painter that shows it is chosen in `direction`.
"""
