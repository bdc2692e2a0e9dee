# What the bot says in Microsoft Teams beside its answers.
# Messages that are commands, as people type them.
teams-command-home = What can I ask?
teams-command-help = help
teams-command-settings = settings

teams-asked = Asked: { $question }
teams-ask = Ask
teams-send = Send
teams-save = Save
teams-away = I cannot do this just now. Try again in a minute.
teams-button-unknown = This button is not known here. Ask again.
teams-taken-back = You took this question back, or changed it.
teams-thumb-unknown = I no longer know which answer this was about. Please use the buttons on its card.

teams-edit-of = The query of: { $question }
teams-edit-run = Check and run
teams-edit-empty = Write a query.
teams-edit-long = This query is too long to be changed here. Its file has it whole.
teams-meant-others = It may also have meant
teams-meant-choose = Choose one
teams-meant-or = Or say it in other words
teams-meant-words = Say it in other words
teams-meant-none = Choose one of the readings, or write what you meant.
teams-meant-other = the other reading
teams-reason = What was not right?
teams-reason-up = What was good?
teams-about-title = Ask about this
teams-about-question = Your question
teams-about-empty = Write a question.

teams-welcome = Ask me about your company's knowledge graph.
teams-home-title = What you can ask
teams-home-how = Mention me and ask in your own words. I answer in the thread.
teams-home-how-private = Ask in your own words, one question in a message.
teams-home-examples = For example
teams-home-recent = Your last questions

teams-settings-title = Settings for this conversation
teams-settings-change = Change the settings
teams-settings-admins = Only admins can change the settings.
teams-settings-graphs = Graphs to ask, in this order
teams-settings-graphs-all = all
teams-settings-language = Language of my own words
teams-settings-verbosity = Evidence beside an answer
teams-settings-listening = What I answer
teams-settings-answers = Answers go to
teams-settings-to-asker = who asked alone
teams-settings-to-all = the conversation
teams-settings-private = Show answers to who asked alone
teams-settings-askers = Who may ask
teams-settings-askers-all = everybody
teams-settings-people =
    { $count ->
        [one] one person
       *[other] { $count } people
    }
teams-language-question = that of the question
teams-language-en = English
teams-language-de = German
teams-verbosity-brief = little: where it is from; query and steps behind a button
teams-verbosity-normal = folded: query and steps on a click
teams-verbosity-full = all: query and steps open
teams-listening-mentions = only what mentions me
teams-listening-questions = every question, where I may read along

teams-find-hint = Type the name of something in the graph.
teams-find-nothing = Nothing is called that.

teams-file-gone = This file is no longer there. Ask the question again.
teams-file-failed = { $name } could not be put into your OneDrive. Ask again to try once more.
