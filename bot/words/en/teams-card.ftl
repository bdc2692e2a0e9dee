# What the bot says around its answers in Teams.
teams-again = I was interrupted while answering; if no answer stands above, ask again.
teams-takes-longer = This takes longer. The answer comes as a message of its own.
teams-answered-apart = I answered you in our personal chat.
teams-no-personal-chat = This answer is for you alone, and I cannot write to you in person. Add me to your personal chats and ask again.
teams-sources = Sources: { $marks }
teams-file = All of it, as a file for you.
