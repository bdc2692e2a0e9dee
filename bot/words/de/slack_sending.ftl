# Die App in einem Workspace installieren

slack-install-done = Querist ist in { $place } installiert. In Slack in einen Kanal einladen und erwähnen, oder direkt anschreiben.
slack-install-cancelled = Es wurde nichts installiert, wie gewünscht. Ein neuer Anfang ist jederzeit möglich.
slack-install-stale = Dieser Rückweg von Slack ist zu alt, wurde schon benutzt oder in einem anderen Browser begonnen. Bitte die Installation neu beginnen.
slack-install-refused = Slack hat die Installation nicht abgeschlossen ({ $word }). Bitte neu beginnen; bleibt es dabei, hilft weiter, wer Querist betreibt.
slack-install-later = Die Installation lässt sich gerade nicht abschließen. Bitte in einigen Minuten neu beginnen.
slack-install-not-allowed = Querist darf in { $place } nicht installiert werden. Wer es betreibt, kann das erlauben: { $ids } in die Einstellung QUERIST_SLACK_WORKSPACES aufnehmen.
slack-not-installed = Querist ist in diesem Workspace nicht mehr installiert. Ein Admin kann es wieder installieren.

# Eine Antwort entsteht

slack-status = { $stage }
slack-plan-working = In Arbeit
slack-plan-done = So kam ich darauf
slack-interrupted = Ich wurde beim Antworten unterbrochen; steht oben keine Antwort, bitte noch einmal fragen.
