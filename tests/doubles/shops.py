"""A company in two graphs: products in one, their suppliers in the other. Only IRIs join them, and neither
says what the things of the other are.
"""

from __future__ import annotations

_PREFIXES = """
@prefix ex: <https://shop.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
PREFIX = "PREFIX ex: <https://shop.example/>\n"
EX = "https://shop.example/"
PRODUCTS = f"""{_PREFIXES}
ex:pump1 a ex:Pump ; rdfs:label "Nordic pump" ; ex:price 120 ; ex:suppliedBy ex:acme .
ex:pump1 ex:size [ ex:height 3 ] .
ex:pump2 a ex:Pump ; rdfs:label "Baltic pump" ; ex:price 340 ; ex:suppliedBy ex:beta .
ex:pump3 a ex:Pump ; rdfs:label "Arctic pump" ; ex:price 90 ; ex:suppliedBy ex:acme .
ex:pump3 ex:size [ ex:height 5 ] .
ex:pump4 a ex:Pump ; rdfs:label "Desert pump" ; ex:price 210 ; ex:suppliedBy ex:gamma .
ex:acme ex:contract "2024-7" .
"""
SUPPLIERS = f"""{_PREFIXES}
ex:acme a ex:Supplier ; rdfs:label "Acme" ; ex:country ex:no ; ex:rating 4 ; ex:contract "2024-7" .
ex:beta a ex:Supplier ; rdfs:label "Beta Works" ; ex:country ex:de ; ex:rating 5 ; ex:partOf ex:acme .
ex:gamma a ex:Supplier ; rdfs:label "Gamma" ; ex:country ex:de ; ex:rating 2 .
ex:no a ex:Country ; rdfs:label "Norway" .
ex:de a ex:Country ; rdfs:label "Germany" .
"""
