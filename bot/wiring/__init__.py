"""Settings -> the real parts, put together. The only room that knows which adapter stands behind a port.

In: Settings. Out: a graph, its names, a core, a database, platforms, a desk, and the one HTTP application
around them. To add a platform or a store: one file of its own, and a few lines here.
"""

from typing import TYPE_CHECKING

from bot.on_demand import on_demand

if TYPE_CHECKING:
    from bot.wiring.app import SERVING, Background, build_app, readable_bodies
    from bot.wiring.asleep import wake
    from bot.wiring.audit_pages import open_audit_pages, provider_of, wants_audit_pages
    from bot.wiring.checkpoints import open_checkpoints
    from bot.wiring.core import close_core, open_core, open_whole_core
    from bot.wiring.desks import open_database, open_desk, open_observer, open_reviewed
    from bot.wiring.digests import open_digest, open_digests
    from bot.wiring.doors import datasets_of, door_of_one, open_doors, tokens_of, wanted_doors
    from bot.wiring.extracted import open_documents, open_extracted, without_facts
    from bot.wiring.graphs import close_graph, emptiness, leaves_graphs_unread, open_graph, sample_folder
    from bot.wiring.health import checks_of
    from bot.wiring.linkers import open_linkers, open_text_search, search
    from bot.wiring.models import close_model, open_model, open_purse
    from bot.wiring.names import (
        lexicon_at,
        open_lexicons,
        open_shelf,
        open_terms,
        write_lexicon,
    )
    from bot.wiring.offers import try_examples
    from bot.wiring.platforms import directories_of, look_of, open_links, open_platforms, open_seal
    from bot.wiring.prepared import open_prepared
    from bot.wiring.retention import keep_for
    from bot.wiring.rights import access_of, open_rights, refuse_unknown_groups, warm
    from bot.wiring.schemas import open_schema
    from bot.wiring.strategies import prompts_of
    from bot.wiring.tables import schema_of_tables, tables_filled
else:
    __getattr__ = on_demand(
        __name__,
        {
            "app": "SERVING Background build_app readable_bodies",
            "asleep": "wake",
            "audit_pages": "open_audit_pages provider_of wants_audit_pages",
            "core": "close_core open_core open_whole_core",
            "desks": "open_database open_desk open_observer open_reviewed",
            "checkpoints": "open_checkpoints",
            "digests": "open_digest open_digests",
            "doors": "datasets_of door_of_one open_doors tokens_of wanted_doors",
            "extracted": "open_documents open_extracted without_facts",
            "graphs": "close_graph emptiness leaves_graphs_unread open_graph sample_folder",
            "health": "checks_of",
            "linkers": "open_linkers open_text_search search",
            "models": "close_model open_model open_purse",
            "names": "lexicon_at open_lexicons open_shelf open_terms write_lexicon",
            "platforms": "directories_of look_of open_links open_platforms open_seal",
            "prepared": "open_prepared",
            "retention": "keep_for",
            "offers": "try_examples",
            "rights": "access_of open_rights refuse_unknown_groups warm",
            "schemas": "open_schema",
            "strategies": "prompts_of",
            "tables": "schema_of_tables tables_filled",
        },
    )

__all__ = [
    "SERVING",
    "Background",
    "access_of",
    "build_app",
    "checks_of",
    "close_core",
    "close_graph",
    "close_model",
    "datasets_of",
    "directories_of",
    "door_of_one",
    "emptiness",
    "keep_for",
    "leaves_graphs_unread",
    "lexicon_at",
    "look_of",
    "open_audit_pages",
    "open_checkpoints",
    "open_core",
    "open_database",
    "open_desk",
    "open_digest",
    "open_digests",
    "open_documents",
    "open_doors",
    "open_extracted",
    "open_graph",
    "open_lexicons",
    "open_linkers",
    "open_links",
    "open_model",
    "open_observer",
    "open_platforms",
    "open_prepared",
    "open_purse",
    "open_reviewed",
    "open_rights",
    "open_schema",
    "open_seal",
    "open_shelf",
    "open_terms",
    "open_text_search",
    "open_whole_core",
    "prompts_of",
    "provider_of",
    "readable_bodies",
    "refuse_unknown_groups",
    "sample_folder",
    "schema_of_tables",
    "search",
    "tables_filled",
    "tokens_of",
    "try_examples",
    "wake",
    "wanted_doors",
    "wants_audit_pages",
    "warm",
    "without_facts",
    "write_lexicon",
]
