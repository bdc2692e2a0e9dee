# Der Rückblick auf eine Woche, für die Betreuer.
digest-range = Was gefragt wurde, { $range }
digest-nothing = Niemand hat etwas gefragt.
digest-asked =
    { $questions ->
        [one] 1 Frage
       *[other] { $questions } Fragen
    } von { $people ->
        [one] 1 Person
       *[other] { $people } Personen
    }
digest-asked-by-nobody =
    { $questions ->
        [one] 1 Frage
       *[other] { $questions } Fragen
    }
digest-answered = { $count } beantwortet ({ $share })
digest-asked-back = { $count } mit Rückfrage
digest-unanswered = { $count } nicht beantwortet
digest-not-right = { $count } Daumen runter
digest-most = Am häufigsten gefragt
digest-open = Nicht beantwortet
digest-wrong = Daumen runter
digest-times =
    { $times ->
        [one] einmal
        [2] zweimal
       *[other] { $times }-mal
    }
digest-times-by = { digest-times } von { $people } Personen
digest-note = Wer gefragt hat, steht hier nicht. Private Fragen sind gezählt, aber nicht zitiert.
digest-note-all = Wer gefragt hat, steht hier nicht.
digest-ask = Noch einmal fragen
digest-verify = Fragen und bestätigen
digest-name = Namen ergänzen
digest-define = Definieren
digest-name-how = { $word ->
        [none] Hier sagt jemand etwas anders als der Graph. Eine Zeile in einem Lexikon (QUERIST_LEXICON) sagt, was gemeint ist:
       *[other] Eine Zeile in einem Lexikon (QUERIST_LEXICON) sagt, was mit „{ $word }“ gemeint ist:
    }
digest-name-then = „iri“ ist die Klasse, die Eigenschaft oder das Ding, das gemeint ist: querist index --search findet es. Es gilt nach dem nächsten Start.
digest-define-how = { $word ->
        [none] Ein Eintrag in den Definitionen (QUERIST_DEFINITIONS) sagt in einfachen Worten, was ein Begriff bedeutet:
       *[other] Ein Eintrag in den Definitionen (QUERIST_DEFINITIONS) sagt in einfachen Worten, was „{ $word }“ bedeutet:
    }
digest-define-then = Nehmen Sie Wörter, die der Graph kennt. querist definitions zeigt, wie es gelesen wird. Es gilt nach dem nächsten Start.
