"""A run as a file for other programs and for people. Each target lists what it cannot hold."""
