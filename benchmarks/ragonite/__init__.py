"""RAGonite's thirty questions over a generated graph of cars, beside the paper's four variants."""
