# Was der Bot in Teams rund um seine Antworten sagt.
teams-again = Ich wurde beim Antworten unterbrochen; falls oben keine Antwort steht, bitte noch einmal fragen.
teams-takes-longer = Das dauert länger. Die Antwort kommt als eigene Nachricht.
teams-answered-apart = Die Antwort steht in unserem persönlichen Chat.
teams-no-personal-chat = Diese Antwort ist nur für die fragende Person, und ich kann ihr nicht persönlich schreiben. Bitte füge mich zu deinen persönlichen Chats hinzu und frage noch einmal.
teams-sources = Quellen: { $marks }
teams-file = Alles, als Datei.
