# What the bot says around its answers in Teams.
teams-again = I was interrupted while answering; if no answer stands above, ask again.
teams-takes-longer = This takes longer. The answer comes as a message of its own.
teams-answered-apart = I answered you in our personal chat.
teams-no-personal-chat = This answer is for you alone, and I cannot write to you in person. Add me to your personal chats and ask again.
teams-source = { $graph }, record { $reference }
teams-file = All of it, as a file for you.
teams-files-personal = Files come in a personal chat with me only. Ask me there.
teams-files-come = Here they come.

# What stands on a card.
teams-short-sentence = This sentence is shortened
teams-short-reading = This reading is shortened
teams-more-warnings = { $count ->
    [one] { $count } more warning is not shown
   *[other] { $count } more warnings are not shown
}
teams-more-choices = { $count } more are not shown; write the name instead.
teams-long-query = This query has { $count } characters, too many for one message
teams-lines-left = { $count } lines are not shown
teams-lines-short = Lines that end in “…” are shortened
teams-kept = { $what }; record { $reference } keeps it whole.
teams-rows = { $shown } of { $total } rows
teams-rows-or-more = { $shown } of { $total } or more rows
teams-columns = { $shown } of { $total } columns
teams-long-values = long values end in “…”
teams-file-rows = Rows (.csv)
teams-file-query = Query (.rq)
teams-file-query-sql = Query (.sql)
teams-file-trace = Steps (.md)
