"""Users' and providers' files made usable, opened in a bounded child process.

Finished videos are not read here.
"""
