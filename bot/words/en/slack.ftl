# A card in Slack.
slack-more-choices = { $count ->
    [one] { $count } more is possible. Say in a reply which one you mean.
   *[other] { $count } more are possible. Say in a reply which one you mean.
}
slack-query-cut = The first { $count } characters of the query. “Get the files” has all of it.
slack-columns-of = { $shown } of { $total } columns
slack-rows-of-first = { $shown } of the first { $total } rows
slack-graph-has-more = the graph has more
slack-values-shortened = Long values are shortened
slack-remove-title = Delete this answer?
slack-remove-sure = It goes out of the conversation, with its files. The record keeps that it was given.
slack-keep = Keep it

# What is said to one person.
slack-old-button = This button is no longer valid. Ask the question again.
slack-no-dialog = Slack did not open the dialog. Press the button again.
slack-not-now = I cannot take this now. Try again in a moment.
slack-query-too-long = This query has { $count } characters, and a dialog of Slack holds { $most }. “Get the files” has all of it.
slack-no-chart = These rows make no chart.
slack-chart-alone = A picture cannot be shown to you alone in Slack. Share the answer first, then ask for the chart.
slack-chart-refused = Slack did not take the picture. Try again in a moment.
slack-chart-scope = I may not attach files in this workspace: the permission files:write is missing.
slack-files-scope = I may not attach files in this workspace: the permission files:write is missing.
slack-files-refused = Slack did not take the files. Try again in a moment.
slack-files-alone = Slack shows no file to one person alone. Share the answer first, then get the files.
slack-no-rows = Slack did not show the rows. Press the button again.
slack-not-taken-away = Slack did not take it off your screen. Only you can see it there.
slack-connected-no = I answer people of my own organization only. Ask a colleague there.
slack-asked = You asked: { $question }
slack-help = Type { $command } and your question, in your own words. Only you see the answer, and you can share it.

# Dialogs. A title has room for 24 characters.
slack-cancel = Cancel
slack-close = Close
slack-edit-title = Edit the query
slack-edit-submit = Run
slack-edit-label = Query (SPARQL)
slack-edit-hint = It is checked like any other, and its answer comes into the thread.
slack-reason-title = What was not good?
slack-reason-submit = Send
slack-reason-choice = The answer
slack-reason-wrong = is wrong
slack-reason-incomplete = lacks something
slack-reason-misread = is to another question
slack-reason-unclear = is hard to understand
slack-reason-text = In your own words
slack-meant-title = Not what I meant
slack-meant-submit = Ask
slack-meant-others = It may also mean
slack-meant-text = Or ask in other words
slack-meant-words = Ask in other words
slack-meant-neither = Choose a reading, or ask in other words.
slack-about-title = Ask about this
slack-about-submit = Ask
slack-about-label = Your question
slack-about-hint = The answer comes into the thread of this message.
slack-settings-title = Settings
slack-settings-submit = Save
slack-settings-no = Only those who look after me can change the settings here.

slack-set-graphs = Graphs
slack-set-graphs-hint = They are asked in this order, until one knows an answer. None chosen means all.
slack-set-language = Language
slack-set-language-own = that of the question
slack-set-language-en = English
slack-set-language-de = German
slack-set-verbosity = Shown with an answer
slack-set-verbosity-brief = where it is from; query and steps behind a button
slack-set-verbosity-normal = query and steps, folded
slack-set-verbosity-full = query and steps, open
slack-set-private = Who sees an answer
slack-set-private-no = everybody here
slack-set-private-yes = only who asked, who can share it
slack-set-listening = What is answered
slack-set-listening-mentions = mentions
slack-set-listening-questions = every question that is asked here
slack-set-askers = Who may ask
slack-set-askers-hint = None chosen means everybody.

# The Home tab.
slack-home-graphs = What I know
slack-home-no-graph = No graph is connected yet.
slack-home-examples = Ask, for example
slack-home-recent = Your last questions
slack-home-again = Ask again
slack-home-none-yet = You have not asked anything yet. Write to me in the tab Messages, or mention me in a channel.
slack-home-settings = How I answer you here
slack-home-all-graphs = all
slack-home-set-ours = Change
slack-home-set-channel = Settings of a channel
slack-outcome-open = in progress
slack-outcome-answered = answered
slack-outcome-nothing-found = nothing found
slack-outcome-clarify = I asked back
slack-outcome-not-in-graph = not in the graph
slack-outcome-unknown = not understood
slack-outcome-refused = not permitted
slack-outcome-failed = failed
slack-outcome-stopped = stopped
