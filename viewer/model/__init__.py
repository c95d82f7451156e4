"""What a stored run is made of: immutable classes, no behaviour, nothing of ours imported."""
