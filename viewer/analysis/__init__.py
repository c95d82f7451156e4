"""Pure functions of runs: no file, no clock, no cache; each answer carries its status."""
