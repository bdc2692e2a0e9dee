"""What is answered from text without a model, over the sample company and its policies."""
