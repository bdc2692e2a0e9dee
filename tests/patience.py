"""How long a test waits for what should come; then it fails rather than hangs. A busy machine is fine."""

LONG = 120.0  # seconds
