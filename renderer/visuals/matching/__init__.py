"""What a phrase is about: stems, keywords, subjects, facts.

Which painter shows it is decided in `direction`.
"""
