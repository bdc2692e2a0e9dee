# What the desk says by itself: refusals, what a press led to, what went wrong.

# A question that is not asked.
desk-too-long =
    Your message has { $count ->
        [one] 1 character
       *[other] { $count } characters
    }, and I read up to { $most }. Please ask it in a sentence or two.
desk-no-question = I could not find a question in that. Ask me in plain words about what the graph knows: who, which, how many, since when.
desk-person-waits =
    You have { $count ->
        [one] 1 question
       *[other] { $count } questions
    } waiting. Please ask this one again when I have answered { $count ->
        [one] it
       *[other] some of them
    }.
desk-channel-waits =
    This channel has { $count ->
        [one] 1 question
       *[other] { $count } questions
    } waiting. Please ask this one again in a few minutes.
desk-tenant-waits =
    Your organisation has { $count ->
        [one] 1 question
       *[other] { $count } questions
    } waiting. Please ask this one again in a few minutes.
desk-may-not-ask = Only some people may ask here, and you are not among them. Whoever looks after me can change that.
desk-no-guests = I only answer people of this organisation, and you are a guest here. Whoever looks after me can change that.
desk-perhaps-guest = I only answer people of this organisation, and could not look up just now whether you are a guest here. Please try again in a few minutes.
desk-directory-away = I could not look up your groups just now, so only what is open to everybody was used. Please ask again in a few minutes.
desk-reference = If it keeps happening, give this reference to whoever looks after me: { $reference }.
desk-editors-only = Only editors can run a query of their own. Whoever looks after me can name you as one.
desk-query-too-long =
    Your query has { $count ->
        [one] 1 character
       *[other] { $count } characters
    }, and I read up to { $most }.
desk-own-query = A query of one's own

# Stopping.
desk-stopped = Stopped, as you asked.
desk-nothing-to-stop = There is nothing to stop: I am not working on a question of yours here.
desk-not-yours-to-stop = Only the person who asked can stop a question.

# Buttons that ask.
desk-ask-elsewhere = This button belongs to another conversation. Please ask in words.
desk-ask-unknown = I no longer know what this button meant. Please ask in words.
desk-ask-used = This button is used up: its answer stands in this thread.

# Buttons that act.
desk-elsewhere = This button belongs to another conversation.
desk-unknown = I no longer know which answer this button meant.
desk-deleted = This answer was deleted.
desk-alone = This answer is for the person who asked.
desk-closed-to-you = This answer touches what is not open to you here. Ask the question yourself, and I answer with what is.
desk-thanks = Thank you. It is noted with the answer.
desk-thanks-down = Thank you. It is noted with the answer; whoever looks after me can see it.
desk-no-query = There is no query behind this answer that could be changed.
desk-no-table = There is no table behind this answer.
desk-no-chart = These rows cannot be drawn as a chart: that takes a column of numbers.
desk-no-map = The graph does not say where these things are, so there is no map.
# Asks for the answer as a map.
ask-on-a-map = { $question } on a map
desk-share-not-yours = Only the person who asked, or an admin, can share this.
desk-share-closed = Not everybody here may see all of this answer, so it stays with you.
desk-shared = It now stands in the thread for everybody.
desk-shared-before = It stands in the thread for everybody already.
desk-sharing = It is being shared just now.
desk-not-shared = It could not be shared: { $why }
desk-remove-not-yours = Only the person who asked, or an admin, can delete this.
desk-removed = The answer is deleted here. Its record is kept.
desk-removed-before = This answer was deleted already.
desk-not-removed = It could not be deleted: { $why }
desk-platform-trouble = something went wrong in the chat. Please try again.

# Verifying.
desk-no-library = There is no library here in which this could be kept.
desk-reviewers-only = Only reviewers can verify answers. Whoever looks after me can name you as one.
desk-only-explains = This only explains the answer before it. Verify that one.
desk-query-refused = The query of this answer no longer passes the check, so it was not kept. Ask again.
desk-verified-before = This was verified before; it is kept once.
desk-verified = Thank you. The question is kept with its query, and answers others like it from now on.

# Channels.
desk-admins-only = Only admins can set this.
desk-set = It is set. Answers here follow it from now on.
desk-graph-unknown =
    { $count ->
        [one] There is no graph called { $names }.
       *[other] There are no graphs called { $names }.
    } There is: { $known }.
desk-askers-many = I can keep { $most } people who may ask here, and you named { $count }. Nothing was changed.
desk-language-unknown = I do not speak “{ $language }” yet. I speak: { $known }.

# What a graph holds, for who has not asked yet.
desk-graph-holds =
    { $count ->
        [0] What this graph holds is not known yet.
        [one] One kind of things: { $names }.
       *[other] { $count } kinds of things, such as { $names }.
    }

# Several graphs.
desk-graphs-asked = asked { $names }
desk-graphs-silent =
    { $count ->
        [one] The graph { $names } did not answer; it may know more.
       *[other] The graphs { $names } did not answer; they may know more.
    }
desk-graph-of-answer = { $name }: { $outcome ->
        [answered] answered
        [clarify] asks back
        [nothing_found] has none
        [not_in_graph] does not know this
        [refused] refused
        [failed] failed
       *[unknown] found no reading
    }

# What goes wrong.
desk-defect = Something went wrong on my side. Please try again, or ask in other words. { desk-reference }
desk-slow = I could not finish this in time. Please try again, or ask for less at once. { desk-reference }
desk-let-be = This question stopped me several times, so I let it be. Please ask in other words. { desk-reference }
desk-left = My settings have changed while this waited, so I did not answer it. Ask it again, please.
desk-unshown = I have an answer but cannot show it here. It is kept as { $reference }.
