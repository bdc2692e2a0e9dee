"""Functions of the admin's and the shipped ones, called in threads; rates of currencies from a file."""
