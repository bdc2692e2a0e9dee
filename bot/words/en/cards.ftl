# What stands on a card beside the answer.
query = Query
trace = How I got there

act-up = Helpful
act-down = Not helpful
act-again = Run again
act-meant = Not what I meant
act-edit = Edit the query
act-table = Show as a table
act-chart = Show as a chart
act-share = Share with the thread
act-remove = Delete
act-verify = Verify
