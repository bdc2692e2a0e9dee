# Was Querist in einem Kanal über sein Protokoll sagt.
audit-checkpoint = Prüfpunkt des Protokolls
audit-checkpoint-text =
    { $links ->
        [one] Ein Eintrag
       *[other] { $links } Einträge
    } am { $at }. Bitte diese Nachricht aufbewahren. Falls das Ende des Protokolls je abgeschnitten oder neu geschrieben wird, zeigt es die Zeile unten: in eine Datei kopieren und querist audit verify --against DATEI aufrufen.
