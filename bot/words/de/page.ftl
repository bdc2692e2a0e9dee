# Die Chatseite auf diesem Rechner: ihr Rahmen, in der Sprache des Browsers.
page-skip = Zur Frage springen
page-conversations = Unterhaltungen
page-new = Neue Unterhaltung
page-needs-script = Diese Seite braucht JavaScript. Im Terminal geht mit „querist chat“ dasselbe ohne.
page-locked = Diese Seite braucht ihren Schlüssel. Öffnen Sie die ganze Adresse, die Querist im Terminal ausgegeben hat; sie ist nach jedem Start eine andere.
page-title = Den Graphen fragen
page-invitation = In eigenen Worten. Zu jeder Antwort gehören die ausgeführte Abfrage und der Weg dorthin.
page-examples = Fragen zum Ausprobieren
page-recent = Ihre letzten Fragen
page-graphs = Was gefragt werden kann
page-thread = Fragen und Antworten
page-question = Ihre Frage
page-placeholder = Eine Frage stellen
page-ask = Fragen
page-on-its-way = unterwegs
page-stop = Abbrechen
page-unreachable = Querist ist nicht erreichbar. Läuft es noch im Terminal?
page-trying = Querist ist nicht erreichbar. Läuft es noch im Terminal? Neuer Versuch läuft.
page-restarted = Querist wurde neu gestartet. Öffnen Sie die Adresse, die es im Terminal ausgegeben hat.
page-reload = Querist hat die Seite nicht verstanden. Laden Sie sie neu.
page-own-query = mit bearbeiteter Abfrage

# Was die Seite erfährt, wenn etwas nicht geht.
page-gone = Diese Unterhaltung ist nicht mehr da. Beginnen Sie eine neue.
page-answer-gone = Diese Antwort ist nicht mehr da. Stellen Sie die Frage noch einmal.
page-file-gone = Diese Datei ist nicht mehr da. Stellen Sie die Frage noch einmal.
page-button-gone = Diese Schaltfläche gilt nicht mehr. Stellen Sie die Frage noch einmal.
page-too-long = Das ist zu lang: In eine Frage passen höchstens { $most } Zeichen.
page-no-question = In dieser Nachricht steht keine Frage.
page-misunderstood = Die Seite hat etwas geschickt, das Querist nicht versteht. Laden Sie sie neu.

# An einer Antwort, in der Sprache ihrer Frage.
page-views = Diese Antwort zeigen wie
page-view-page = Diese Seite
page-view-slack = Slack
page-view-teams = Teams
page-drawn-slack = So zeigt Slack die Antwort. Die Schaltflächen bewirken hier nichts.
page-drawn-teams = So zeigt Teams die Antwort. Die Schaltflächen bewirken hier nichts.
page-generated = KI-generiert
page-rows = Zeilen
page-caption = Die Zeilen der Antwort
page-choices = Auswahl
page-copy = Kopieren
page-copied = Kopiert
page-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
page-steps = { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritte
}
page-downloads = Dateien
page-acts = Was mit dieser Antwort geht
page-more-acts = Mehr
page-reason = Was war falsch? Das Feld darf leer bleiben.
page-send = Senden
page-cancel = Abbrechen
page-others = Was war gemeint?
page-no-others = Eine andere Lesart dieser Frage kenne ich nicht. Sagen Sie es in eigenen Worten.
page-in-own-words = In eigenen Worten
page-edit = Die Abfrage
page-run = Prüfen und ausführen
page-sure-remove = Diese Antwort löschen?
page-removed = Diese Antwort wurde gelöscht.
