"""Functions of the admin's and the shipped ones, called in threads; and the rates of currencies from a file."""
