# Was Querist in einem Kanal über sein Protokoll sagt.
audit-checkpoint = Prüfpunkt des Protokolls
audit-checkpoint-text =
    { $links ->
        [one] Ein Eintrag
       *[other] { $links } Einträge
    } am { $at }. Bitte bewahren Sie diese Nachricht auf. Falls das Ende des Protokolls je abgeschnitten oder neu geschrieben wird, zeigt es die Zeile unten: Kopieren Sie sie in eine Datei, und rufen Sie querist audit verify --against DATEI auf.
