"""Wire shapes that several formats share."""
