"""Cases, the paths that were accepted for them, and what repeated runs say about their noise."""
