"""Columns: what a question lists is shown, things by their names or by what identifies them."""
