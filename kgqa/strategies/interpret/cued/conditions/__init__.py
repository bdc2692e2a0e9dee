"""Conditions on values: amounts, dates, texts, what is true or false, what is there, what must not be."""
