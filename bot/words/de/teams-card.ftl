# Was der Bot in Teams rund um seine Antworten sagt.
teams-again = Ich wurde beim Antworten unterbrochen; falls oben keine Antwort steht, bitte noch einmal fragen.
teams-takes-longer = Das dauert länger. Die Antwort kommt als eigene Nachricht.
teams-answered-apart = Die Antwort steht in unserem persönlichen Chat.
teams-no-personal-chat = Diese Antwort ist nur für Sie, und ich kann Ihnen nicht persönlich schreiben. Bitte fügen Sie mich zu Ihren persönlichen Chats hinzu, und fragen Sie noch einmal.
teams-source = { $graph }, Eintrag { $reference }
teams-file = Alles, als Datei.
teams-files-personal = Dateien gibt es nur im persönlichen Chat mit mir. Bitte dort fragen.
teams-files-come = Hier kommen sie.

# Was auf einer Karte steht.
teams-short-sentence = Dieser Satz ist gekürzt
teams-short-reading = Diese Lesart ist gekürzt
teams-more-warnings = { $count ->
    [one] { $count } weiterer Hinweis ist nicht gezeigt
   *[other] { $count } weitere Hinweise sind nicht gezeigt
}
teams-more-choices = { $count } weitere sind nicht gezeigt; bitte den Namen schreiben.
teams-long-query = Diese Abfrage hat { $count } Zeichen, zu viele für eine Nachricht
teams-lines-left = { $count } Zeilen sind nicht gezeigt
teams-lines-short = Zeilen, die mit „…“ enden, sind gekürzt
teams-kept = { $what }; vollständig im Eintrag { $reference }.
teams-rows = { $shown } von { $total } Zeilen
teams-rows-or-more = { $shown } von { $total } oder mehr Zeilen
teams-columns = { $shown } von { $total } Spalten
teams-long-values = lange Werte enden mit „…“
teams-file-rows = Zeilen (.csv)
teams-file-query = Abfrage (.rq)
teams-file-query-sql = Abfrage (.sql)
teams-file-trace = Schritte (.md)
