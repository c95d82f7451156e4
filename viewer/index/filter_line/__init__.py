"""The filter line: a small language that says which runs are meant."""
