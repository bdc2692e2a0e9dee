# Was der Bot selbst sagt: Absagen, was ein Druck bewirkt hat, was schiefging.

# Eine Frage, die nicht gestellt wird.
desk-too-long =
    Die Nachricht hat { $count } Zeichen, und ich lese bis zu { $most }. Bitte fragen Sie in ein oder zwei Sätzen.
desk-no-question = Darin habe ich keine Frage gefunden. Fragen Sie in einfachen Worten nach dem, was der Graph weiß: wer, welche, wie viele, seit wann.
desk-person-waits =
    Von Ihnen { $count ->
        [one] wartet noch 1 Frage
       *[other] warten noch { $count } Fragen
    }. Bitte stellen Sie diese hier noch einmal, wenn ich { $count ->
        [one] sie
       *[other] einige davon
    } beantwortet habe.
desk-channel-waits =
    In diesem Kanal { $count ->
        [one] wartet noch 1 Frage
       *[other] warten noch { $count } Fragen
    }. Bitte stellen Sie diese hier in einigen Minuten noch einmal.
desk-tenant-waits =
    Aus Ihrer Organisation { $count ->
        [one] wartet noch 1 Frage
       *[other] warten noch { $count } Fragen
    }. Bitte stellen Sie diese hier in einigen Minuten noch einmal.
desk-may-not-ask = Hier dürfen nur bestimmte Personen fragen. Wer mich betreut, kann das ändern.
desk-no-guests = Ich antworte nur Personen dieser Organisation, und Sie sind hier Gast. Wer mich betreut, kann das ändern.
desk-perhaps-guest = Ich antworte nur Personen dieser Organisation und konnte gerade nicht nachsehen, ob Sie hier Gast sind. Bitte versuchen Sie es in einigen Minuten noch einmal.
desk-directory-away = Ihre Gruppen konnte ich gerade nicht nachsehen, daher zählt nur, was allen offensteht. Bitte fragen Sie in einigen Minuten noch einmal.
desk-reference = Bleibt es dabei, nennen Sie bitte denen, die mich betreuen, diese Kennung: { $reference }.
desk-editors-only = Nur Bearbeiter können eine eigene Abfrage ausführen. Wer mich betreut, kann weitere ernennen.
desk-query-too-long =
    Die Abfrage hat { $count } Zeichen, und ich lese bis zu { $most }.
desk-own-query = Eine eigene Abfrage

# Abbrechen.
desk-stopped = Abgebrochen, wie gewünscht.
desk-nothing-to-stop = Es gibt nichts abzubrechen: Hier läuft keine eigene Frage.
desk-not-yours-to-stop = Nur wer gefragt hat, kann eine Frage abbrechen.

# Schaltflächen, die fragen.
desk-ask-elsewhere = Diese Schaltfläche gehört zu einem anderen Gespräch. Bitte fragen Sie in Worten.
desk-ask-unknown = Ich weiß nicht mehr, was diese Schaltfläche meinte. Bitte fragen Sie in Worten.
desk-ask-used = Diese Schaltfläche ist verbraucht: Ihre Antwort steht in diesem Thread.

# Schaltflächen, die handeln.
desk-elsewhere = Diese Schaltfläche gehört zu einem anderen Gespräch.
desk-unknown = Ich weiß nicht mehr, welche Antwort diese Schaltfläche meinte.
desk-deleted = Diese Antwort wurde gelöscht.
desk-alone = Diese Antwort ist nur für die Person, die gefragt hat.
desk-closed-to-you = Diese Antwort berührt etwas, das Ihnen hier nicht offensteht. Stellen Sie die Frage selbst, dann antworte ich mit dem, was offen ist.
desk-thanks = Danke. Es ist bei der Antwort vermerkt.
desk-thanks-down = Danke. Es ist bei der Antwort vermerkt; wer mich betreut, kann es sehen.
desk-no-query = Hinter dieser Antwort steht keine Abfrage, die sich ändern ließe.
desk-no-table = Hinter dieser Antwort steht keine Tabelle.
desk-no-chart = Diese Zeilen lassen sich nicht als Diagramm zeichnen: Dazu braucht es eine Spalte mit Zahlen.
desk-no-map = Der Graph sagt nicht, wo diese Dinge sind, darum gibt es keine Karte.
# Fragt nach der Antwort als Karte.
ask-on-a-map = { $question } auf einer Karte
desk-share-not-yours = Nur wer gefragt hat oder mich verwaltet, kann dies teilen.
desk-share-closed = Nicht alle hier dürfen diese Antwort ganz sehen; sie bleibt bei Ihnen.
desk-shared = Es steht jetzt für alle im Thread.
desk-shared-before = Es steht schon für alle im Thread.
desk-sharing = Das wird gerade geteilt.
desk-not-shared = Es ließ sich nicht teilen: { $why }
desk-remove-not-yours = Nur wer gefragt hat oder mich verwaltet, kann dies löschen.
desk-removed = Die Antwort ist hier gelöscht. Der Nachweis bleibt erhalten.
desk-removed-before = Diese Antwort war schon gelöscht.
desk-not-removed = Es ließ sich nicht löschen: { $why }
desk-platform-trouble = Im Chat ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.

# Bestätigen.
desk-no-library = Es gibt hier keine Bibliothek, in der dies aufbewahrt werden könnte.
desk-reviewers-only = Nur Prüfer können Antworten bestätigen. Wer mich betreut, kann weitere ernennen.
desk-only-explains = Dies erklärt nur die Antwort davor. Bitte bestätigen Sie jene.
desk-query-refused = Die Abfrage dieser Antwort besteht die Prüfung nicht mehr und wurde daher nicht aufbewahrt. Bitte fragen Sie noch einmal.
desk-verified-before = Dies wurde schon bestätigt und wird einmal aufbewahrt.
desk-verified = Danke. Die Frage ist mit ihrer Abfrage aufbewahrt und beantwortet von jetzt an ähnliche Fragen.

# Kanäle.
desk-admins-only = Nur wer mich verwaltet, kann dies einstellen.
desk-set = Eingestellt. Die Antworten hier richten sich von jetzt an danach.
desk-graph-unknown =
    { $count ->
        [one] Es gibt keinen Graphen mit dem Namen { $names }.
       *[other] Es gibt keine Graphen mit den Namen { $names }.
    } Es gibt: { $known }.
desk-askers-many = Ich kann mir hier { $most } Leute merken, die fragen dürfen; genannt sind { $count }. Geändert ist nichts.
desk-language-unknown = „{ $language }“ spreche ich noch nicht. Ich spreche: { $known }.

# Was ein Graph enthält, für alle, die noch nicht gefragt haben.
desk-graph-holds =
    { $count ->
        [0] Was dieser Graph enthält, ist noch nicht bekannt.
        [one] Eine Art von Dingen: { $names }.
       *[other] { $count } Arten von Dingen, zum Beispiel { $names }.
    }

# Mehrere Graphen.
desk-graphs-asked = gefragt: { $names }
desk-graphs-silent =
    { $count ->
        [one] Der Graph { $names } hat nicht geantwortet; vielleicht weiß er mehr.
       *[other] Die Graphen { $names } haben nicht geantwortet; vielleicht wissen sie mehr.
    }
desk-graph-of-answer = { $name }: { $outcome ->
        [answered] hat geantwortet
        [clarify] fragt zurück
        [nothing_found] hat keine
        [not_in_graph] kennt das nicht
        [refused] abgelehnt
        [failed] gescheitert
       *[unknown] fand keine Lesart
    }

# Was schiefgeht.
desk-defect = Bei mir ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal, oder fragen Sie mit anderen Worten. { desk-reference }
desk-slow = Damit bin ich nicht rechtzeitig fertig geworden. Bitte versuchen Sie es noch einmal, oder fragen Sie nach weniger auf einmal. { desk-reference }
desk-let-be = Diese Frage hat mich mehrmals zum Absturz gebracht, daher lasse ich sie. Bitte fragen Sie mit anderen Worten. { desk-reference }
desk-left = Während diese Frage wartete, wurden meine Einstellungen geändert, daher habe ich sie nicht beantwortet. Stellen Sie sie bitte noch einmal.
desk-unshown = Ich habe eine Antwort, kann sie hier aber nicht zeigen. Sie ist als { $reference } aufbewahrt.
