"""What answering costs beside the model, against a chain of LangChain with the same model and data."""
