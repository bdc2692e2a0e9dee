"""Language models: the service that is asked, and what stands round it.

In: an address, a model's name, a key. Out: `kgqa.ports.LanguageModel`s that wrap each other, the service
innermost:

    Redacted( Recorded( Cached( ChatModel )))     and instead of all of it: Replayed, ScriptedModel

What leaves the process is redacted first, so that cache and recording hold nothing else.
"""

from connectors.models.cached import Cached
from connectors.models.chat import ChatModel
from connectors.models.closing import close
from connectors.models.patience import Patience
from connectors.models.real_calls import Calls, allow
from connectors.models.recorded import Recorded, Replayed
from connectors.models.redacted import Redacted, load_hooks
from connectors.models.retrying import Retries
from connectors.models.scripted import ScriptedModel

__all__ = [
    "Cached",
    "Calls",
    "ChatModel",
    "Patience",
    "Recorded",
    "Redacted",
    "Replayed",
    "Retries",
    "ScriptedModel",
    "allow",
    "close",
    "load_hooks",
]
