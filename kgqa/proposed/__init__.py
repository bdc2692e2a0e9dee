"""What a model proposes for a graph, once: names, definitions, and questions with their queries.

    plan       the card of a graph -> the parts that a model is shown, and what that costs
    asking     a part -> what the model says of it
    replies    a reply -> proposals, as far as they can be read
    collisions names -> those that can be used, and why the others cannot
    trial      proposals -> what each changes in the answers, measured without the model

In: the kit of a graph, a model. Out: proposals with their evidence, for a person to look through. None of
them counts before somebody takes it over.
"""
