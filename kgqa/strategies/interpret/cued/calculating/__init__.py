"""Formulas in a draft: their phrases as variables, their values as columns, conditions, orders."""
