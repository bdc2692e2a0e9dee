"""The logical form of a question, and what is made of one.

form        what a question asks, between its reading and the query
write       a form -> SPARQL
notation    a form in writing, for people
columns     how the columns of its query are shown
periods     periods as conditions, as the data writes its dates
casting     texts that are compared as dates or numbers
including   what lies below a thing of a hierarchy counts with it
quantities  how often each thing of a line counts
"""
