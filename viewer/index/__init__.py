"""Many runs as rows."""
