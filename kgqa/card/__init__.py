"""The card of a graph: its classes and properties as declared and as the data really has them.

card       the values, worked out of the ontology and what was observed
handles    short names for the things that a card names
told       the card in words
cut        the part of a card that a question needs, where the whole has no room
"""

from kgqa.card.card import Card, ClassCard, Held, card_of
from kgqa.card.told import Told

__all__ = ["Card", "ClassCard", "Held", "Told", "card_of"]
