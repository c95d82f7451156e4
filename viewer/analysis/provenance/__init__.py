"""Where else does a value appear? Values of a message, and every earlier visible place that holds them."""
