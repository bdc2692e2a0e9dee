"""Tables that are induced from a graph, after RAGonite: classes become tables, properties columns.

In: an ontology with what the data shows. Out: a Schema in which each column knows the class and the property
that it comes from; its rows, read from the graph in bounded parts; the schema in words.
"""

from kgqa.induced.schema import Column, Kind, Schema, Table

__all__ = ["Column", "Kind", "Schema", "Table"]
