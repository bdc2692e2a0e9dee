# Was Slack und Teams von der App zeigen, bevor jemand sie etwas gefragt hat.
manifest-short = Fragen an den Wissensgraphen der Firma, in eigenen Worten.
manifest-full = { $app } im Kanal erwähnen oder direkt anschreiben und in eigenen Worten fragen. Die Antwort steht im Thread und kommt aus dem Wissensgraphen der Firma. Zu jeder Antwort gehören die genaue Abfrage, die gelaufen ist, und die Schritte dorthin, damit alle sie prüfen können. Lässt sich eine Frage verschieden verstehen, fragt { $app } zurück; weiß der Graph etwas nicht, steht auch das da.
manifest-long-name = { $app }: den Wissensgraphen fragen
manifest-ask = Was kann ich fragen?
manifest-ask-about = Zeigt Fragen, die dieser Graph beantworten kann
manifest-settings = Einstellungen
manifest-settings-about = Zeigt, welche Graphen hier gefragt werden und in welcher Sprache
manifest-command-about = Den Wissensgraphen fragen
manifest-command-hint = die Frage
manifest-shortcut = Dazu etwas fragen
manifest-shortcut-about = Dem Wissensgraphen eine Frage zu dieser Nachricht stellen
manifest-find = Suchen
manifest-find-about = Dinge des Wissensgraphen nach ihrem Namen suchen
manifest-find-name = Name
manifest-find-name-about = Wie das Gesuchte heißt
