"""What a model reads out of documents: triples that a person looks through before any of them counts.

`planned.py` says what will be asked and what that costs, `asking.py` asks, `replies.py` reads what comes
back, `naming.py` finds which names are things of the graph, `weighing.py` says what speaks for a triple or
against it; `triple.py` has the values.
"""
