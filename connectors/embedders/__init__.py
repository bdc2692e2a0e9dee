"""The model of meaning that the settings name: one in this process, or one behind an address."""

from __future__ import annotations

from importlib.util import find_spec

from connectors.embedders.local import LocalEmbedder
from connectors.embedders.openai_compatible import OpenAICompatible
from kgqa.errors import BadSetting
from kgqa.ports import Embedder

LOCAL = "local"  # what the model is called that runs in this process


def open_embedders(model: str, url: str, key: str) -> tuple[Embedder, Embedder]:
    """The same model twice: a patient one for the names of a graph, and one for questions, whose askers wait.

    Raises BadSetting for what does not fit together, and for packages that are missing.
    """
    if model == LOCAL:
        if url:
            raise BadSetting(
                "QUERIST_EMBEDDINGS_URL names a service, and QUERIST_EMBEDDINGS_MODEL is “local”, which "
                "needs none. Name the model of the service, or leave the address empty."
            )
        embedder = LocalEmbedder()
        return embedder, embedder
    if find_spec("numpy") is None:
        raise BadSetting(
            f"To find names by the embeddings of {model}, install what it needs: "
            "pip install 'querist[models,semantic]'"
        )
    patient = OpenAICompatible(model, url=url, key=key, seconds=300, retries=5, rest=0)
    return patient, OpenAICompatible(model, url=url, key=key)
