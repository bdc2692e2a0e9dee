"""Several graphs that are asked as one: what each holds of a question is brought together here.

Only the sources that an admin has named are ever asked, each by its own adapter with its own login. To
somebody who reads it, a query that ran shows with SERVICE which source gave what; none is ever sent so.
"""

from connectors.federation.graph import FederatedGraph
from connectors.federation.sources import Source

__all__ = ["FederatedGraph", "Source"]
