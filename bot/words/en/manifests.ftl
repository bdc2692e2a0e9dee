# What Slack and Teams show of the app before anybody has asked it anything.
manifest-short = Ask your company's knowledge graph in plain language.
manifest-full = Mention { $app } in a channel or write to it directly, and ask in your own words. It answers in the thread from your company's knowledge graph. Every answer comes with the exact query that ran and with the steps that led to it, so that anyone can check it. When a question can be read in several ways, { $app } asks back; when the graph does not know, it says so.
manifest-long-name = { $app }: ask the knowledge graph
manifest-ask = What can I ask?
manifest-ask-about = Shows questions that this graph can answer
manifest-settings = Settings
manifest-settings-about = Shows which graphs are asked here, and in which language
manifest-command-about = Ask the knowledge graph
manifest-command-hint = your question
manifest-shortcut = Ask about this
manifest-shortcut-about = Ask the knowledge graph a question about this message
manifest-find = Find
manifest-find-about = Look up things of the knowledge graph by their names
manifest-find-name = Name
manifest-find-name-about = What you look for is called
