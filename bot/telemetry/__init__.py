"""What those who run Querist can see of it: its log, its metrics, and traces where they are wanted.

In: what the desk tells of each question. Out: a line, numbers for Prometheus, spans for OpenTelemetry.

    log        how the log is written: for a terminal, or a JSON object a line
    questions  the line of a question
    metrics    the numbers, and `/metrics`
    spans      a span for each question, with one for each of its stages
"""
