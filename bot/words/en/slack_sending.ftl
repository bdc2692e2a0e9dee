# Installing the app into a workspace

slack-install-done = Querist is installed in { $place }. In Slack, invite it into a channel and mention it, or write to it directly.
slack-install-cancelled = Nothing was installed, as you chose. You can begin again at any time.
slack-install-stale = This way back from Slack is too old, was used already, or was begun in another browser. Begin the install again.
slack-install-refused = Slack did not complete the install ({ $word }). Begin it again; if it stays like this, tell whoever runs Querist.
slack-install-later = The install cannot be completed just now. Begin it again in a few minutes.
slack-install-not-allowed = Querist may not be installed in { $place }. Whoever runs it can allow that by adding { $ids } to the setting QUERIST_SLACK_WORKSPACES.
slack-not-installed = Querist is not installed in this workspace any more. Ask an admin to install it again.

# An answer on its way

slack-status = is { $stage }
slack-plan-working = Working on it
slack-plan-done = How I got there
slack-interrupted = I was interrupted while answering; if no answer stands above, ask again.
