"""Text that questions are answered from where no query can: what documents say, and a graph in sentences.

In: documents as blocks, things with their facts, a question. Out: passages, the ones that fit, and sentences
of theirs. Nothing here reads a file or asks a graph.

    passage         what a passage is: its text, and where each piece of it stands
    chunks          a document cut into passages
    verbal          the facts of a thing as sentences, each with its reverse
    fusion          several rankings as one
    extract         the sentences of passages that answer a question
    cited           what a model composed, held against its passages
    document_graph  triples with the chunk that says each; csmr and walks retrieve from it
"""
