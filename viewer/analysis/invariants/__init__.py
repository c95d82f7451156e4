"""Invariants: what every run of a case must keep, whatever its answer says; no judge, only rules."""
