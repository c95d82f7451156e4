"""Whether the sentences of a review are borne by the positions that they cite. Pure: no store, no files."""
