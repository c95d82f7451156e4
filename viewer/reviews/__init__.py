"""What people write about runs: notes, incident reviews and queues, kept beside the runs and never inside them."""
