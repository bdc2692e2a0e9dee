# What stands on a card beside the answer.
query = Query
sources = Sources
trace = How I got there
read-as = Read as:
put-right = Put right before it ran:
note = Note:

written = Written with { $model }; checked before it ran.
helped = With the help of { $model }; the query was checked before it ran.
composed = Composed with { $model } from the sources; each sentence was held against them.
model = a language model
model-named = a language model ({ $name })

# The line at the end of a card.
rows = { $count ->
    [one] { $count } row
   *[other] { $count } rows
}
rows-or-more = { $count } or more rows
sure = sure
sure-fairly = fairly sure
sure-not = not sure
record = record { $reference }

# The line below an answer: where it comes from, and what was assumed. It opens the query and the steps.
evidence-from = From { $graph }, { $date }.
evidence-looked = I looked in { $graph }, { $date }.
evidence-tried = What I tried.
evidence-read = Read as: { $reading }.
evidence-not-sure = I am not sure: { $reason }.
# What may begin a piece of a reading and adds nothing to it.
evidence-openings = the, a, an, with their, with its, with the

# What is not shown, and where it is.
rows-of = { $shown } of { $total } rows
rows-of-or-more = { $shown } of { $total } or more rows
values-cut = long values cut
more-in-graph = the graph has more rows than were taken
all-in-csv = all in the CSV
taken-in-csv = all that was taken is in the CSV

file-query = Query (.rq)
file-query-sql = Query (.sql)
file-trace = Trace (.md)
file-data = Trace (.json)
file-rows = Rows (.csv)
file-spreadsheet = Rows (.xlsx)

# A chart, for who does not see it.
chart-bars = Bar chart: { $measure } by { $axis }, { $count } values from { $low } to { $high }.
chart-line = Line chart: { $measure } by { $axis }, { $count } values from { $low } to { $high }.
chart-line-several = Line chart: { $measure } by { $axis }, one line per { $legend } ({ $names }), values from { $low } to { $high }.
chart-stacked-several = Stacked bar chart: { $measure } by { $axis }, split by { $legend } ({ $names }), { $count } values from { $low } to { $high }.
chart-grouped-several = Grouped bar chart: { $measure } by { $axis } and { $legend } ({ $names }), { $count } values from { $low } to { $high }.
chart-shares = Bar chart of shares: { $measure } by { $axis }. { $told }.
chart-shares-several = Stacked bar chart of shares: { $measure } by { $axis }, each bar is 100% and split by { $legend } ({ $names }).
chart-histogram = Histogram: { $measure }, { $count } values. The most frequent range is { $range }, with { $most } of them.
chart-title-shares = { $measure } (share of the total)
chart-title-histogram = Distribution: { $measure }
# The sum of what has no colour of its own.
chart-others = { $count } others

# While the work goes on.
stage-queued = waiting for its turn
stage-linking = finding names
stage-reading = reading the question
stage-asking = asking a language model
stage-exploring = exploring the graph
stage-checking = checking the query
stage-running = asking the graph
stage-wording = wording the answer
step-graphs = graphs
step-names = names
step-reading = reading
step-asking = asking
step-exploring = exploring
step-checks = checks
step-repair = repair
step-run = run
step-votes = votes
step-words = words

# In the place of an answer, once its question was edited.
answer-edited = The question was edited.
answer-instead = The answer to “{ $question }” stands below.

# Below an answer that failed.
try-again = Try again

act-up = Helpful
act-down = Not helpful
act-again = Run again
act-meant = Not what I meant
act-edit = Edit the query
act-table = Show as a table
act-all-rows = Show all { $count }
act-more-rows = Show more rows
act-evidence = Query and steps
act-sources = Sources and steps
act-steps = Steps
act-files = Get the files
act-chart = Show as a chart
act-share = Share with the thread
act-remove = Delete
act-verify = Verify

# A map, for who does not see it.
map-told = Map of { $count ->
    [one] one place
   *[other] { $count } places
 } ({ $title }).
map-left-out = { $count ->
    [one] One row has no place that can be read.
   *[other] { $count } rows have no place that can be read.
 }
map-shape = { $count ->
    [0] a shape
   *[other] an outline with { $count } corners
 }
act-map = Show as a map
file-call = Call (.txt)
file-map = Map (.geojson)
file-shapes = Shapes (.wkt)
file-chart = Chart (.vl.json)
