# Was auf einer Karte neben der Antwort steht.
query = Abfrage
sources = Quellen
trace = Wie ich darauf kam
read-as = Verstanden als:
put-right = Vor der Ausführung berichtigt:
note = Hinweis:

written = Geschrieben mit { $model }; vor der Ausführung geprüft.
helped = Mit { $model } entstanden; die Abfrage wurde vor der Ausführung geprüft.
composed = Mit { $model } aus den Quellen verfasst; jeder Satz wurde an ihnen geprüft.
model = einem Sprachmodell
model-named = einem Sprachmodell ({ $name })

# Die Zeile am Ende einer Karte.
rows = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
rows-or-more = { $count } oder mehr Zeilen
sure = sicher
sure-fairly = ziemlich sicher
sure-not = nicht sicher
record = Eintrag { $reference }

# Die Zeile unter einer Antwort: woher sie kommt, und was angenommen wurde. Sie öffnet Abfrage und Schritte.
evidence-from = Aus { $graph }, { $date }.
evidence-looked = Ich habe in { $graph } nachgesehen, { $date }.
evidence-tried = Was ich versucht habe.
evidence-read = Verstanden als: { $reading }.
evidence-not-sure = Ich bin nicht sicher: { $reason }.
# Womit ein Stück einer Deutung beginnen kann, ohne dass es etwas hinzufügt.
evidence-openings = der, die, das, den, dem, ein, eine, mit ihrem, mit ihrer, mit ihren, mit seinem, mit seiner

# Was nicht gezeigt wird, und wo es steht.
rows-of = { $shown } von { $total } Zeilen
rows-of-or-more = { $shown } von { $total } oder mehr Zeilen
values-cut = lange Werte gekürzt
more-in-graph = der Graph hat mehr Zeilen, als geholt wurden
all-in-csv = alle in der CSV-Datei
taken-in-csv = alle geholten in der CSV-Datei

file-query = Abfrage (.rq)
file-query-sql = Abfrage (.sql)
file-trace = Herleitung (.md)
file-data = Herleitung (.json)
file-rows = Zeilen (.csv)
file-spreadsheet = Zeilen (.xlsx)

# Ein Diagramm, für alle, die es nicht sehen.
chart-bars = Balkendiagramm: { $measure } nach { $axis }, { $count } Werte von { $low } bis { $high }.
chart-line = Liniendiagramm: { $measure } nach { $axis }, { $count } Werte von { $low } bis { $high }.
chart-line-several = Liniendiagramm: { $measure } nach { $axis }, je eine Linie für { $legend } ({ $names }), Werte von { $low } bis { $high }.
chart-stacked-several = Gestapeltes Balkendiagramm: { $measure } nach { $axis }, unterteilt nach { $legend } ({ $names }), { $count } Werte von { $low } bis { $high }.
chart-grouped-several = Gruppiertes Balkendiagramm: { $measure } nach { $axis } und { $legend } ({ $names }), { $count } Werte von { $low } bis { $high }.
chart-shares = Balkendiagramm der Anteile: { $measure } nach { $axis }. { $told }.
chart-shares-several = Gestapeltes Balkendiagramm der Anteile: { $measure } nach { $axis }, jeder Balken steht für 100 % und ist unterteilt nach { $legend } ({ $names }).
chart-histogram = Histogramm: { $measure }, { $count } Werte. Am häufigsten ist der Bereich { $range } mit { $most } Werten.
chart-title-shares = { $measure } (Anteil am Ganzen)
chart-title-histogram = Verteilung: { $measure }
# Die Summe dessen, was keine eigene Farbe hat.
chart-others = { $count } weitere

# Während der Arbeit.
stage-queued = wartet, bis es an der Reihe ist
stage-linking = sucht Namen
stage-reading = liest die Frage
stage-asking = fragt ein Sprachmodell
stage-exploring = sieht sich im Graphen um
stage-checking = prüft die Abfrage
stage-running = fragt den Graphen
stage-wording = formuliert die Antwort
step-graphs = Graphen
step-names = Namen
step-reading = Deutung
step-asking = Anfrage
step-exploring = Umsehen
step-checks = Prüfung
step-repair = Berichtigung
step-run = Abruf
step-votes = Abwägung
step-words = Worte

# In the place of an answer, once its question was edited.
answer-edited = Die Frage wurde geändert.
answer-instead = Die Antwort auf „{ $question }“ steht weiter unten.

# Below an answer that failed.
try-again = Noch einmal versuchen

act-up = Hilfreich
act-down = Nicht hilfreich
act-again = Noch einmal ausführen
act-meant = Das meinte ich nicht
act-edit = Abfrage bearbeiten
act-table = Als Tabelle zeigen
act-all-rows = Alle { $count } zeigen
act-more-rows = Mehr Zeilen zeigen
act-evidence = Abfrage und Schritte
act-sources = Quellen und Schritte
act-steps = Schritte
act-files = Dateien holen
act-chart = Als Diagramm zeigen
act-share = Im Thread teilen
act-remove = Löschen
act-verify = Bestätigen

# A map, for who does not see it.
map-told = Karte mit { $count ->
    [one] einem Ort
   *[other] { $count } Orten
 } ({ $title }).
map-left-out = { $count ->
    [one] Eine Zeile hat keinen lesbaren Ort.
   *[other] { $count } Zeilen haben keinen lesbaren Ort.
 }
map-shape = { $count ->
    [0] eine Form
   *[other] ein Umriss mit { $count } Ecken
 }
act-map = Als Karte zeigen
file-call = Aufruf (.txt)
file-map = Karte (.geojson)
file-shapes = Geometrien (.wkt)
file-chart = Diagramm (.vl.json)
