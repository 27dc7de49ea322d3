"""Makes users' and providers' files usable, opening them only in a bounded child process.

Finished videos are not read here.
"""
