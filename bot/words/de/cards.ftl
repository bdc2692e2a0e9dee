# Was auf einer Karte neben der Antwort steht.
query = Abfrage
trace = Wie ich darauf kam

act-up = Hilfreich
act-down = Nicht hilfreich
act-again = Noch einmal ausführen
act-meant = Das meinte ich nicht
act-edit = Abfrage bearbeiten
act-table = Als Tabelle zeigen
act-chart = Als Diagramm zeigen
act-share = Im Thread teilen
act-remove = Löschen
act-verify = Bestätigen
