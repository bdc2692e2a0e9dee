# The local chat page: its frame, in the language of the browser.
page-skip = Skip to the question
page-conversations = Conversations
page-new = New conversation
page-needs-script = This page needs JavaScript. In the terminal, “querist chat” does the same without.
page-locked = This page needs its key. Open the whole address that Querist printed in the terminal; it changes with every start.
page-title = Ask the graph
page-invitation = In your own words. Each answer comes with the query that ran and how it was found.
page-examples = Questions to try
page-recent = Your last questions
page-graphs = What can be asked
page-thread = Questions and answers
page-question = Your question
page-placeholder = Ask a question
page-ask = Ask
page-on-its-way = on its way
page-stop = Stop
page-unreachable = Querist cannot be reached. Is it still running in the terminal?
page-trying = Querist cannot be reached. Is it still running in the terminal? Trying again.
page-restarted = Querist was started anew. Open the address that it printed in the terminal.
page-reload = Querist did not understand the page. Reload it.
page-own-query = with an edited query

# What the page is told when something cannot be.
page-gone = This conversation is no longer here. Start a new one.
page-answer-gone = This answer is no longer here. Ask the question again.
page-file-gone = This file is no longer here. Ask the question again.
page-button-gone = This button is no longer valid. Ask the question again.
page-too-long = This is too long: at most { $most } characters fit into one question.
page-no-question = There is no question in this message.
page-misunderstood = The page sent something that Querist does not understand. Reload the page.

# On an answer, in the language of its question.
page-views = Show this answer as
page-view-page = This page
page-view-slack = Slack
page-view-teams = Teams
page-drawn-slack = This is how Slack shows the answer. Its buttons do nothing here.
page-drawn-teams = This is how Teams shows the answer. Its buttons do nothing here.
page-generated = AI generated
page-rows = Rows
page-caption = The rows of the answer
page-choices = Choices
page-copy = Copy
page-copied = Copied
page-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
page-steps = { $count ->
    [one] { $count } step
   *[other] { $count } steps
}
page-downloads = Downloads
page-acts = What you can do with this answer
page-more-acts = More
page-reason = What was wrong? You may leave this empty.
page-send = Send
page-cancel = Cancel
page-others = What did you mean?
page-no-others = I know no other reading of this question. Say it in your own words.
page-in-own-words = In your own words
page-edit = The query
page-run = Check and run
page-sure-remove = Delete this answer?
page-removed = This answer was deleted.
