"""The main job: Question -> Answer. Names, readings, checks, the run, the words; each step in the trace.

In: a Kit (what the core was given of the world) and a Question. Out: one Answer, whatever happens; only
defects raise.

    pipeline   the way of a question through all that follows
    thread     what was said before, without what is closed now
    cascade    the strategies, from cheap to dear, until one of them is sure
    trying     candidates: checked, put right, run
    votes      what several ways found, weighed against each other
    telling    what was found, in words
    abstaining why nothing was, in words
"""

from kgqa.pipeline.kit import Kit
from kgqa.pipeline.pipeline import Pipeline
from kgqa.pipeline.trying import TRUST, things_of

__all__ = ["TRUST", "Kit", "Pipeline", "things_of"]
