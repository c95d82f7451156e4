"""Trajectory Viewer: a packet capture for finished LLM agent runs."""
