"""Real processes of Querist that are killed, cut off or starved: see `python -m benchmarks.faults`."""
