"""Reads a question word by word: a small compositional parser over the graph's own names.

    stock      "in stock", "sold out"
    texts      "starts with A", "with Radar in their name"
    lexicon    words -> sets, relations and operators, each with what it costs to take them so
    skips      what it costs to pass over a word
    meaning    what a stretch of a question means
    patterns   how two sets become one: filled, the same, joined by a way through the graph
    measures   which numbers and dates of things words name, whose they are, in which unit
    limits     conditions on numbers and dates
    values     several numbers, of the same things or of different ones
    comparatives  the words of comparisons with something that is no number
    comparing  the rules for them
    held       what is compared with another thing, an average, what is its own
    sharing    what two things have in common, and by how much they differ
    places     where things are, by a property that nobody named
    expected   the kind of answer that a question word expects
    groups     rows that are taken together
    rules      how neighbours become one: which stays the subject, and what the other does to it
    chart      the best meanings of all stretches (CKY with a beam)
    following  words that go on from an earlier question: "those", "only …", "cheapest first"
    earlier    an earlier question as a set, within which another one is asked
    exchanging an earlier question with parts exchanged
    about      what there is to say of one thing
    tidy       a form without what it says twice
    repeats    what is added up is taken once
    kinds      a code as a noun: "which excavators"
    sentence   the meaning of the whole -> the form of a query
    reading    a linked question -> its readings, cheapest first
    evidence   readings that were run -> how far each is to be trusted
    formulas   arithmetic in words, definitions inside a question
    reckoning  formulas -> sets whose members are worked out
    beyond     what no rule here reads yet
    parser     the strategy

Where no word says how two sets are joined, the cheapest way through the graph does; of things that are named
only the edges that the data has count.
"""
