"""From step counts to an iteration cap: quantiles, shares cut, their uncertainty, and a cap with a promise."""
