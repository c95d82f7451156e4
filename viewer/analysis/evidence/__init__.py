"""Checks of what a model knew when it acted. They search the whole run, so they run when asked for."""
