"""Bytes to `Decoded`: what a file is made of, before anybody asks which format it is."""
