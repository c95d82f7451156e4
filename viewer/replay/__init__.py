"""What-if requests: a stored run up to a point, with one thing changed, as an API would take it."""
