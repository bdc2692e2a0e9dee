# Was der Bot in Microsoft Teams neben seinen Antworten sagt.
# Nachrichten, die Befehle sind, so wie man sie tippt.
teams-command-home = Was kann ich fragen?
teams-command-help = Hilfe
teams-command-settings = Einstellungen

teams-asked = Gefragt: { $question }
teams-ask = Fragen
teams-send = Senden
teams-save = Speichern
teams-away = Das geht gerade nicht. Bitte in einer Minute noch einmal versuchen.
teams-button-unknown = Diese Schaltfläche ist hier nicht bekannt. Bitte fragen Sie noch einmal.
teams-taken-back = Diese Frage wurde zurückgenommen oder geändert.
teams-thumb-unknown = Ich weiß nicht mehr, zu welcher Antwort das gehört. Bitte benutzen Sie die Schaltflächen auf ihrer Karte.

teams-edit-of = Die Abfrage zu: { $question }
teams-edit-run = Prüfen und ausführen
teams-edit-empty = Bitte eine Abfrage schreiben.
teams-edit-long = Diese Abfrage ist zu lang, um sie hier zu ändern. In ihrer Datei steht sie ganz.
teams-meant-others = Gemeint sein kann auch
teams-meant-choose = Bitte wählen
teams-meant-or = Oder mit anderen Worten
teams-meant-words = Mit anderen Worten
teams-meant-none = Bitte eine der Lesarten wählen oder schreiben, was gemeint war.
teams-meant-other = die andere Lesart
teams-reason = Was stimmte nicht?
teams-reason-up = Was war gut?
teams-about-title = Hierzu fragen
teams-about-question = Frage
teams-about-empty = Bitte eine Frage schreiben.

teams-welcome = Fragen zum Wissensgraphen des Unternehmens? Einfach hier stellen.
teams-home-title = Was man fragen kann
teams-home-how = Mich erwähnen und in eigenen Worten fragen. Die Antwort steht im Thread.
teams-home-how-private = In eigenen Worten fragen, eine Frage je Nachricht.
teams-home-examples = Zum Beispiel
teams-home-recent = Die letzten eigenen Fragen

teams-settings-title = Einstellungen für diese Unterhaltung
teams-settings-change = Einstellungen ändern
teams-settings-admins = Nur Admins können die Einstellungen ändern.
teams-settings-graphs = Graphen, die gefragt werden, in dieser Reihenfolge
teams-settings-graphs-all = alle
teams-settings-language = Sprache meiner eigenen Worte
teams-settings-verbosity = Belege neben der Antwort
teams-settings-listening = Worauf ich antworte
teams-settings-answers = Antworten gehen an
teams-settings-to-asker = nur die fragende Person
teams-settings-to-all = die Unterhaltung
teams-settings-private = Antworten nur der fragenden Person zeigen
teams-settings-askers = Wer fragen darf
teams-settings-askers-all = alle
teams-settings-people =
    { $count ->
        [one] eine Person
       *[other] { $count } Personen
    }
teams-language-question = die der Frage
teams-language-en = Englisch
teams-language-de = Deutsch
teams-verbosity-brief = wenig: woher sie kommt; Abfrage und Schritte hinter einer Schaltfläche
teams-verbosity-normal = eingeklappt: Abfrage und Schritte auf Klick
teams-verbosity-full = alles: Abfrage und Schritte offen
teams-listening-mentions = nur auf Erwähnungen
teams-listening-questions = auf jede Frage, wo ich mitlesen darf

teams-find-hint = Den Namen von etwas aus dem Graphen eintippen.
teams-find-nothing = So heißt nichts.

teams-file-gone = Diese Datei gibt es nicht mehr. Bitte die Frage noch einmal stellen.
teams-file-failed = { $name } konnte nicht in OneDrive abgelegt werden. Für einen neuen Versuch noch einmal fragen.
