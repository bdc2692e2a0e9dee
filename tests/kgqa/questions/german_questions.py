"""German questions over the sample company, each with the query that answers it, written by hand."""

from __future__ import annotations

import re

PREFIXES = """
PREFIX d: <https://company.example/def/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""

QUESTIONS = {
    "Wer leitet die Logistik?": ('SELECT ?x { ?d rdfs:label "Logistics"@en ; d:headedBy ?x }'),
    "Von wem wird die Logistik geleitet?": ('SELECT ?x { ?d rdfs:label "Logistics"@en ; d:headedBy ?x }'),
    "Wie lautet die Telefonnummer von Aino Kettunen?": ("SELECT ?x { id:person/0008 d:phoneNumber ?x }"),
    "In welcher Abteilung arbeitet Priya Raghunathan?": ("SELECT ?x { id:person/0033 d:worksIn ?x }"),
    "Zeig mir die E-Mail-Adresse von Aino Kettunen": ("SELECT ?x { id:person/0008 d:emailAddress ?x }"),
    "Wann ist Aino Kettunen eingetreten?": ("SELECT ?x { id:person/0008 d:joinedOn ?x }"),
    "Wer ist der Vorgesetzte von Aino Kettunen?": ("SELECT ?x { id:person/0008 d:reportsTo ?x }"),
    "Wie viele Lieferanten gibt es insgesamt?": ("SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x a d:Supplier }"),
    "Wie viele Lieferanten gibt es in Italien?": (
        "SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "
        '"Italy"@en }'
    ),
    "Welche Lieferanten haben ihren Sitz in Japan?": (
        'SELECT DISTINCT ?x { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "Japan"@en }'
    ),
    "Welche Projekte gibt es?": ("SELECT ?x { ?x a d:Project }"),
    "Nenne mir alle Lager": ("SELECT ?x { ?x a d:Warehouse }"),
    "Liste alle Werke auf": ("SELECT ?x { ?x a d:Plant }"),
    "Welche Produkte wurden 2024 eingeführt?": ("SELECT ?x { ?x d:introducedOn ?y FILTER(YEAR(?y) = 2024) }"),
    "Welches Produkt ist am schwersten?": ("SELECT ?x { ?x d:weight ?w } ORDER BY DESC(?w) LIMIT 1"),
    "Welches ist das leichteste Produkt?": ("SELECT ?x { ?x d:weight ?w } ORDER BY ?w LIMIT 1"),
    "Welche Produkte wiegen zwischen 5 und 10 kg?": (
        "SELECT ?x { ?x d:weight ?w FILTER(?w >= 5 && ?w <= 10) }"
    ),
    "Welche Produkte sind schwerer als 12,5 kg?": ("SELECT ?x { ?x d:weight ?w FILTER(?w > 12.5) }"),
    "Welche Produkte wiegen höchstens 500 g?": ("SELECT ?x { ?x d:weight ?w FILTER(?w <= 0.5) }"),
    "Welche Projekte haben ein Budget von mindestens 1.000.000 Euro?": (
        "SELECT ?x { ?x d:budget ?w FILTER(?w >= 1000000) }"
    ),
    "Welche Projekte haben ein Budget von mehr als 500 000 Euro?": (
        "SELECT ?x { ?x d:budget ?w FILTER(?w > 500000) }"
    ),
    "Wie hoch ist das Budget des Projekts Harbour Hub?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:budget ?x }'
    ),
    "Wie hoch ist die Summe der Budgets aller Projekte?": ("SELECT (SUM(?b) AS ?x) { ?p d:budget ?b }"),
    "Was ist das durchschnittliche Budget der Projekte?": ("SELECT (AVG(?b) AS ?x) { ?p d:budget ?b }"),
    "Wie hoch ist das Gesamtbudget aller Projekte?": ("SELECT (SUM(?b) AS ?x) { ?p d:budget ?b }"),
    "Welche Abteilung hat die meisten Mitarbeiter?": (
        "SELECT ?x { ?e a/rdfs:subClassOf* d:Employee ; d:worksIn ?x } GROUP BY ?x ORDER BY "
        "DESC(COUNT(DISTINCT ?e)) LIMIT 1"
    ),
    "Wie viele Personen arbeiten in jeder Abteilung?": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e d:worksIn ?x } GROUP BY ?x"
    ),
    "Anzahl der Bestellungen pro Kunde": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e d:orderedBy ?x } GROUP BY ?x"
    ),
    "Arbeitet Priya Raghunathan in der Logistik?": (
        'ASK { id:person/0033 d:worksIn/rdfs:label "Logistics"@en }'
    ),
    "Arbeitet Aino Kettunen in Sensor Physics?": (
        'ASK { id:person/0008 d:worksIn/rdfs:label "Sensor Physics"@en }'
    ),
    "Gibt es Lieferanten in Neuseeland?": (
        'ASK { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "New Zealand"@en }'
    ),
    "Hat Aino Kettunen eine Telefonnummer?": ("ASK { id:person/0008 d:phoneNumber ?x }"),
    "Wurde die Bestellung SO-2025-0118 geliefert?": (
        'ASK { ?o d:orderNumber "SO-2025-0118" ; d:hasStatus/rdfs:label "delivered"@en }'
    ),
    "Welche Bestellungen sind offen?": ('SELECT ?x { ?x d:hasStatus/rdfs:label "open"@en }'),
    "Wie viele stornierte Bestellungen gibt es?": (
        'SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x d:hasStatus/rdfs:label "cancelled"@en }'
    ),
    "Welche Lieferanten liefern mehr als 5 Bauteile?": (
        "SELECT ?x { ?c d:suppliedBy ?x } GROUP BY ?x HAVING(COUNT(DISTINCT ?c) > 5)"
    ),
    "Wie viele Einwohner hat Sapporo?": ('SELECT ?x { ?c rdfs:label "Sapporo"@en ; d:population ?x }'),
    "Welche Stadt hat die meisten Einwohner?": ("SELECT ?x { ?x d:population ?n } ORDER BY DESC(?n) LIMIT 1"),
    "Wann wurde das Büro in Lyon eröffnet?": ('SELECT ?x { ?o rdfs:label "Lyon Office"@en ; d:openedOn ?x }'),
    "Welcher Lieferant hat die kürzeste Lieferzeit?": ("SELECT ?x { ?x d:leadTime ?n } ORDER BY ?n LIMIT 1"),
    "Liste alle Bauteile mit Teilenummer und Stückkosten auf": (
        "SELECT ?n ?c { ?x a d:Component ; d:partNumber ?n ; d:unitCost ?c }"
    ),
    "Welche Projekte wurden vor 2024 begonnen?": (
        'SELECT ?x { ?x d:startsOn ?y FILTER(?y < "2024-01-01"^^xsd:date) }'
    ),
    "Welches Werk stellt die Aurora Pro her?": ('SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:madeAt ?x }'),
    "Wo wird die Aurora Pro hergestellt?": ('SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:madeAt ?x }'),
    "Wie viel wiegt die Aurora Pro?": ('SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:weight ?x }'),
    "Welche Fähigkeiten hat Aino Kettunen?": ("SELECT ?x { id:person/0008 d:hasSkill ?x }"),
    "Wer hat die Fähigkeit Rust?": ('SELECT ?x { ?x d:hasSkill/rdfs:label "Rust"@en }'),
    "Welche Projekte haben kein Enddatum?": (
        "SELECT ?x { ?x a d:Project FILTER NOT EXISTS { ?x d:endsOn ?e } }"
    ),
    "Welche Mitglieder hat das Projekt Harbour Hub?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:projectMember ?x }'
    ),
    "Die fünf teuersten Bauteile": ("SELECT ?x { ?x d:unitCost ?c } ORDER BY DESC(?c) LIMIT 5"),
    "Welche Messstation hat die größte Grundfläche?": (
        "SELECT ?x { ?x a d:TestStation ; d:floorArea ?c } ORDER BY DESC(?c) LIMIT 1"
    ),
    "Wie groß ist das Lager Bremen?": ('SELECT ?x { ?w rdfs:label "Bremen Warehouse"@en ; d:floorArea ?x }'),
    "Zu welcher Abteilung gehört Aino Kettunen?": ("SELECT ?x { id:person/0008 d:worksIn ?x }"),
    "Bei welchem Lieferanten kaufen wir die meisten Bauteile?": (
        "SELECT ?x { ?c d:suppliedBy ?x } GROUP BY ?x ORDER BY DESC(COUNT(DISTINCT ?c)) LIMIT 1"
    ),
    "Welche Lieferanten, die in Italien sitzen, liefern Bauteile?": (
        'SELECT DISTINCT ?x { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "Italy"@en . ?c '
        "d:suppliedBy ?x }"
    ),
    "Welche Mitarbeiter, die in der Logistik arbeiten, haben die Fähigkeit Rust?": (
        'SELECT DISTINCT ?x { ?x d:worksIn/rdfs:label "Logistics"@en ; d:hasSkill/rdfs:label "Rust"@en }'
    ),
    "Nenne alle Kunden, deren Bestellungen storniert wurden": (
        'SELECT DISTINCT ?x { ?o d:orderedBy ?x ; d:hasStatus/rdfs:label "cancelled"@en }'
    ),
    "Welche Kunden haben stornierte Bestellungen?": (
        'SELECT DISTINCT ?x { ?o d:orderedBy ?x ; d:hasStatus/rdfs:label "cancelled"@en }'
    ),
    "Wie heißt der Leiter der Abteilung Logistik?": (
        'SELECT ?x { ?d rdfs:label "Logistics"@en ; d:headedBy ?x }'
    ),
    "Was sind die Kundennummern der Kunden in Japan?": (
        "SELECT DISTINCT ?n { ?x a/rdfs:subClassOf* d:Customer ; d:hasAddress/d:inCountry/rdfs:label "
        '"Japan"@en ; d:customerNumber ?n }'
    ),
    "Aus welchen Bauteilen besteht die Aurora Pro?": (
        'SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:hasComponent ?x }'
    ),
    "Wie viele Bauteile enthält die Aurora Pro?": (
        'SELECT (COUNT(DISTINCT ?x) AS ?n) { ?p rdfs:label "Aurora Pro" ; d:hasComponent ?x }'
    ),
    "Wie lang ist die durchschnittliche Lieferzeit der Lieferanten?": (
        "SELECT (AVG(?l) AS ?x) { ?s d:leadTime ?l }"
    ),
    "Wie hoch sind die durchschnittlichen Stückkosten der Bauteile?": (
        "SELECT (AVG(?l) AS ?x) { ?s d:unitCost ?l }"
    ),
    "Welche Abteilung finanziert das Projekt Harbour Hub?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:sponsoredBy ?x }'
    ),
    "Welche Abteilung hat das Projekt Harbour Hub finanziert?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:sponsoredBy ?x }'
    ),
    "Wann endet das Projekt Harbour Hub?": ('SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:endsOn ?x }'),
    "Wann fing das Projekt Harbour Hub an?": ('SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:startsOn ?x }'),
    "Bis wann läuft das Projekt Harbour Hub?": ('SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:endsOn ?x }'),
    "Wer ist verantwortlich für das Projekt Harbour Hub?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:responsiblePerson ?x }'
    ),
    "Wer ist der Verantwortliche für das Projekt Harbour Hub?": (
        'SELECT ?x { ?p rdfs:label "Harbour Hub" ; d:responsiblePerson ?x }'
    ),
    "An welchen Projekten arbeitet Aino Kettunen?": ("SELECT ?x { ?x d:projectMember id:person/0008 }"),
    "Welche Mitarbeiter arbeiten an mehr als zwei Projekten?": (
        "SELECT ?x { ?x a/rdfs:subClassOf* d:Employee . ?p d:projectMember ?x } GROUP BY ?x "
        "HAVING(COUNT(DISTINCT ?p) > 2)"
    ),
    "Welche Mitarbeiter haben keine Telefonnummer?": (
        "SELECT ?x { ?x a/rdfs:subClassOf* d:Employee FILTER NOT EXISTS { ?x d:phoneNumber ?y } }"
    ),
    "Welche Bestellungen wurden noch nicht versandt?": (
        "SELECT ?x { ?x a d:Order FILTER NOT EXISTS { ?x d:shippedOn ?y } }"
    ),
    "Wie viele Bestellungen wurden 2025 aufgegeben?": (
        "SELECT (COUNT(?x) AS ?n) { ?x d:placedOn ?y FILTER(YEAR(?y) = 2025) }"
    ),
    "Wie viele Bestellungen gab es im März 2025?": (
        "SELECT (COUNT(?x) AS ?n) { ?x d:placedOn ?y FILTER(YEAR(?y) = 2025 && MONTH(?y) = 3) }"
    ),
    "Welche Lieferanten haben eine Bewertung von mindestens 4,5?": (
        "SELECT ?x { ?x d:rating ?r FILTER(?r >= 4.5) }"
    ),
    "Welcher Lieferant hat die beste Bewertung?": ("SELECT ?x { ?x d:rating ?r } ORDER BY DESC(?r) LIMIT 1"),
    "Gehört Aino Kettunen zur Logistik?": ('ASK { id:person/0008 d:worksIn/rdfs:label "Logistics"@en }'),
    "Leitet Aino Kettunen eine Abteilung?": ("ASK { ?x d:headedBy id:person/0008 }"),
    "Kostet die Aurora Pro mehr als 10.000 Euro?": (
        'ASK { ?p rdfs:label "Aurora Pro" ; d:listPrice/d:amount ?a FILTER(?a > 10000) }'
    ),
    "Wiegt die Aurora Pro mehr als 1 kg?": (
        'ASK { ?p rdfs:label "Aurora Pro" ; d:weight ?a FILTER(?a > 1) }'
    ),
    "Ist die Aurora Pro schwerer als 1 kg?": (
        'ASK { ?p rdfs:label "Aurora Pro" ; d:weight ?a FILTER(?a > 1) }'
    ),
    "Was kostet die Aurora Pro?": ('SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:listPrice/d:amount ?x }'),
    "Wie schwer ist die Aurora Pro?": ('SELECT ?x { ?p rdfs:label "Aurora Pro" ; d:weight ?x }'),
    "Wie viele Bestellungen hat jeder Kunde?": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e d:orderedBy ?x } GROUP BY ?x"
    ),
    "Wie viele Bestellungen haben die Kunden jeweils?": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e d:orderedBy ?x } GROUP BY ?x"
    ),
    "Welche drei Projekte haben die höchsten Budgets?": (
        "SELECT ?x { ?x d:budget ?b } ORDER BY DESC(?b) LIMIT 3"
    ),
    "Wie viele der Lieferanten sind in Deutschland ansässig?": (
        "SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "
        '"Germany"@en }'
    ),
    "Gib mir die Postleitzahl des Lagers Bremen": (
        'SELECT ?x { ?w rdfs:label "Bremen Warehouse"@en ; d:hasAddress/d:postcode ?x }'
    ),
    "Welche deutschen Lieferanten gibt es?": (
        'SELECT DISTINCT ?x { ?x a d:Supplier ; d:hasAddress/d:inCountry/rdfs:label "Germany"@en }'
    ),
}


def sparql(query: str) -> str:
    """The whole query of a short one: with its prefixes, and "id:person/0008" as an IRI."""
    return PREFIXES + re.sub(r"id:([\w-]+/[\w-]+)", r"<https://company.example/id/\1>", query)
