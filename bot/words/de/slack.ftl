# Eine Karte in Slack.
slack-more-choices = { $count ->
    [one] { $count } weitere ist möglich. Schreiben Sie in einer Antwort, was gemeint ist.
   *[other] { $count } weitere sind möglich. Schreiben Sie in einer Antwort, was gemeint ist.
}
slack-query-cut = Die ersten { $count } Zeichen der Abfrage. „Dateien holen“ hat sie ganz.
slack-columns-of = { $shown } von { $total } Spalten
slack-rows-of-first = { $shown } der ersten { $total } Zeilen
slack-graph-has-more = der Graph hat mehr
slack-values-shortened = Lange Werte sind gekürzt
slack-remove-title = Diese Antwort löschen?
slack-remove-sure = Sie verschwindet mit ihren Dateien aus der Unterhaltung. Der Eintrag hält fest, dass sie gegeben wurde.
slack-keep = Behalten

# Was einer Person allein gesagt wird.
slack-old-button = Diese Schaltfläche gilt nicht mehr. Stellen Sie die Frage noch einmal.
slack-no-dialog = Slack hat den Dialog nicht geöffnet. Drücken Sie noch einmal auf die Schaltfläche.
slack-not-now = Das kann ich gerade nicht annehmen. Versuchen Sie es gleich noch einmal.
slack-query-too-long = Diese Abfrage hat { $count } Zeichen, und in einen Dialog von Slack passen { $most }. „Dateien holen“ hat sie ganz.
slack-no-chart = Aus diesen Zeilen wird kein Diagramm.
slack-chart-alone = Ein Bild kann Slack nicht einer Person allein zeigen. Teilen Sie zuerst die Antwort, dann geht auch das Diagramm.
slack-chart-refused = Slack hat das Bild nicht angenommen. Versuchen Sie es gleich noch einmal.
slack-chart-scope = In diesem Workspace darf ich keine Dateien anhängen: Die Berechtigung files:write fehlt.
slack-files-scope = In diesem Workspace darf ich keine Dateien anhängen: Die Berechtigung files:write fehlt.
slack-files-refused = Slack hat die Dateien nicht angenommen. Versuchen Sie es gleich noch einmal.
slack-files-alone = Slack zeigt keine Datei einer Person allein. Teilen Sie zuerst die Antwort, und holen Sie dann die Dateien.
slack-no-rows = Slack hat die Zeilen nicht gezeigt. Drücken Sie noch einmal auf die Schaltfläche.
slack-not-taken-away = Slack hat sie nicht von Ihrem Bildschirm genommen. Nur Sie sehen sie dort.
slack-connected-no = Ich antworte nur Menschen meiner eigenen Organisation. Fragen Sie jemanden von dort.
slack-asked = Gefragt: { $question }
slack-help = Schreiben Sie { $command } und Ihre Frage, in eigenen Worten. Die Antwort sehen nur Sie, und Sie können sie teilen.

# Dialoge. Ein Titel hat Platz für 24 Zeichen.
slack-cancel = Abbrechen
slack-close = Schließen
slack-edit-title = Abfrage bearbeiten
slack-edit-submit = Ausführen
slack-edit-label = Abfrage (SPARQL)
slack-edit-hint = Sie wird geprüft wie jede andere, und ihre Antwort kommt in den Thread.
slack-reason-title = Was war nicht gut?
slack-reason-submit = Senden
slack-reason-choice = Die Antwort
slack-reason-wrong = ist falsch
slack-reason-incomplete = ist unvollständig
slack-reason-misread = passt zu einer anderen Frage
slack-reason-unclear = ist schwer zu verstehen
slack-reason-text = In eigenen Worten
slack-meant-title = Das meinte ich nicht
slack-meant-submit = Fragen
slack-meant-others = Gemeint sein kann auch
slack-meant-text = Oder mit anderen Worten
slack-meant-words = Mit anderen Worten
slack-meant-neither = Wählen Sie eine Lesart, oder fragen Sie mit anderen Worten.
slack-about-title = Danach fragen
slack-about-submit = Fragen
slack-about-label = Ihre Frage
slack-about-hint = Die Antwort kommt in den Thread dieser Nachricht.
slack-settings-title = Einstellungen
slack-settings-submit = Speichern
slack-settings-no = Die Einstellungen hier kann nur ändern, wer mich betreut.

slack-set-graphs = Graphen
slack-set-graphs-hint = Sie werden in dieser Reihenfolge gefragt, bis einer eine Antwort weiß. Ohne Auswahl alle.
slack-set-language = Sprache
slack-set-language-own = die der Frage
slack-set-language-en = Englisch
slack-set-language-de = Deutsch
slack-set-verbosity = Bei einer Antwort steht
slack-set-verbosity-brief = woher sie kommt; Abfrage und Schritte hinter einer Schaltfläche
slack-set-verbosity-normal = Abfrage und Schritte, zugeklappt
slack-set-verbosity-full = Abfrage und Schritte, offen
slack-set-private = Wer eine Antwort sieht
slack-set-private-no = alle hier
slack-set-private-yes = nur wer gefragt hat, und kann sie teilen
slack-set-listening = Was beantwortet wird
slack-set-listening-mentions = Erwähnungen
slack-set-listening-questions = jede Frage, die hier gestellt wird
slack-set-askers = Wer fragen darf
slack-set-askers-hint = Ohne Auswahl alle.

# Der Tab Home.
slack-home-graphs = Was ich weiß
slack-home-no-graph = Noch ist kein Graph verbunden.
slack-home-examples = Zum Beispiel
slack-home-recent = Ihre letzten Fragen
slack-home-again = Noch einmal fragen
slack-home-none-yet = Noch keine Frage gestellt. Schreiben Sie mir im Tab Nachrichten, oder erwähnen Sie mich in einem Kanal.
slack-home-settings = Wie ich Ihnen hier antworte
slack-home-all-graphs = alle
slack-home-set-ours = Ändern
slack-home-set-channel = Einstellungen eines Kanals
slack-outcome-open = in Arbeit
slack-outcome-answered = beantwortet
slack-outcome-nothing-found = nichts gefunden
slack-outcome-clarify = zurückgefragt
slack-outcome-not-in-graph = nicht im Graphen
slack-outcome-unknown = nicht verstanden
slack-outcome-refused = nicht erlaubt
slack-outcome-failed = fehlgeschlagen
slack-outcome-stopped = abgebrochen
