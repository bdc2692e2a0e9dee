"""What each part of the product adds to a model: the same questions asked on rung after rung of a ladder."""
