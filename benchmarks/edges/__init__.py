"""What the HTTP edges take: see `python -m benchmarks.edges --help`."""
