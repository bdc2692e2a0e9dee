# The digest of a week, for who runs the bot.
digest-range = What was asked, { $range }
digest-nothing = Nobody asked anything.
digest-asked =
    { $questions ->
        [one] 1 question
       *[other] { $questions } questions
    } by { $people ->
        [one] 1 person
       *[other] { $people } people
    }
digest-asked-by-nobody =
    { $questions ->
        [one] 1 question
       *[other] { $questions } questions
    }
digest-answered = { $count } answered ({ $share })
digest-asked-back = { $count } asked back
digest-unanswered = { $count } not answered
digest-not-right =
    { $count ->
        [one] 1 thumb down
       *[other] { $count } thumbs down
    }
digest-most = Asked most
digest-open = Not answered
digest-wrong = Thumbs down
digest-times =
    { $times ->
        [one] once
        [2] twice
       *[other] { $times } times
    }
digest-times-by = { digest-times } by { $people } people
digest-note = Nobody who asked is named. What was asked in private is counted, not quoted.
digest-note-all = Nobody who asked is named.
digest-ask = Ask again
digest-verify = Ask and verify
digest-name = Add a name
digest-define = Define
digest-name-how = { $word ->
        [none] Your people say something that the graph calls otherwise. A line in a lexicon (QUERIST_LEXICON) says what they mean:
       *[other] A line in a lexicon (QUERIST_LEXICON) says what your people mean by “{ $word }”:
    }
digest-name-then = “iri” is the class, the property or the thing that is meant: querist index --search finds it. It counts after the next start.
digest-define-how = { $word ->
        [none] An entry in your definitions (QUERIST_DEFINITIONS) says in plain words what a term means:
       *[other] An entry in your definitions (QUERIST_DEFINITIONS) says in plain words what “{ $word }” means:
    }
digest-define-then = Say it in words that the graph knows. querist definitions shows how it is read. It counts after the next start.
