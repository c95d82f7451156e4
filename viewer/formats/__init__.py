"""One file a format. `registry.py` lists them; `base.py` says what a format is; `build.py` makes the Run."""
