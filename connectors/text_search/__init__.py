"""The text search that a store brings, one small file a dialect; so that its names need not be copied.

To add a store: a file with its `DIALECT`, and one line in `detection.DIALECTS`.
"""
