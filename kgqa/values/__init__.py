"""Values that people say in questions: numbers with units, money, dates, periods, countries.

In: words. Out: what they mean in the graph's own terms. Nothing here knows a graph.
"""
