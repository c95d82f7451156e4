"""Rules that a well-read run may break. One check a file; `registry.py` lists them."""
