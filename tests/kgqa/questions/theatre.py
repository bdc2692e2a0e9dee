"""A small theatre to ask about: named in English and German, with numbers, dates, codes, and engagements that
stand between a play and an actor. It is made up.
"""

from __future__ import annotations

DEF, ID = "https://theatre.example/def/", "https://theatre.example/id/"

ONTOLOGY = f"""
@prefix : <{DEF}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Play a owl:Class ; rdfs:label "play"@en , "Theaterstück"@de .
:Author a owl:Class ; rdfs:label "author"@en , "Autor"@de .
:Venue a owl:Class ; rdfs:label "venue"@en , "Spielstätte"@de .
:City a owl:Class ; rdfs:label "city"@en , "Stadt"@de .
:Actor a owl:Class ; rdfs:label "actor"@en , "Schauspieler"@de .
:Engagement a owl:Class ; rdfs:label "engagement"@en , "Engagement"@de .
:Genre a owl:Class ; rdfs:label "genre"@en , "Genre"@de .

:writtenBy a owl:ObjectProperty ; rdfs:domain :Play ; rdfs:range :Author ;
    rdfs:label "written by"@en , "geschrieben von"@de .
:stagedAt a owl:ObjectProperty ; rdfs:domain :Play ; rdfs:range :Venue ;
    rdfs:label "staged at"@en , "aufgeführt in"@de .
:genre a owl:ObjectProperty ; rdfs:domain :Play ; rdfs:range :Genre ; rdfs:label "genre"@en , "Genre"@de .
:locatedIn a owl:ObjectProperty ; rdfs:domain :Venue ; rdfs:range :City ;
    rdfs:label "located in"@en , "liegt in"@de .
:trainedBy a owl:ObjectProperty ; rdfs:domain :Actor ; rdfs:range :Actor ;
    rdfs:label "trained by"@en , "ausgebildet von"@de .
:play a owl:ObjectProperty ; rdfs:domain :Engagement ; rdfs:range :Play ;
    rdfs:label "has play"@en , "Stück"@de .
:actor a owl:ObjectProperty ; rdfs:domain :Engagement ; rdfs:range :Actor ;
    rdfs:label "has actor"@en , "Darsteller"@de .

:code a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:string ;
    rdfs:label "play number"@en , "Stücknummer"@de .
:subtitle a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:string ;
    rdfs:label "subtitle"@en , "Untertitel"@de .
:runtime a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:integer ;
    rdfs:label "running time (min)"@en , "Spieldauer (min)"@de .
:premiere a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:date ;
    rdfs:label "date of premiere"@en , "Premierendatum"@de .
:cost a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:decimal ;
    rdfs:label "production cost (EUR)"@en , "Produktionskosten (EUR)"@de .
:revenue a owl:DatatypeProperty ; rdfs:domain :Play ; rdfs:range xsd:decimal ;
    rdfs:label "revenue (EUR)"@en , "Einnahmen (EUR)"@de .
:seats a owl:DatatypeProperty ; rdfs:domain :Venue ; rdfs:range xsd:integer ;
    rdfs:label "number of seats"@en , "Anzahl der Sitzplätze"@de .
:openedOn a owl:DatatypeProperty ; rdfs:domain :Venue ; rdfs:range xsd:date ;
    rdfs:label "opening date"@en , "Eröffnungsdatum"@de .
:email a owl:DatatypeProperty ; rdfs:domain :Actor ; rdfs:range xsd:string ;
    rdfs:label "e-mail address"@en , "E-Mail-Adresse"@de .
:bornOn a owl:DatatypeProperty ; rdfs:domain :Actor ; rdfs:range xsd:date ;
    rdfs:label "date of birth"@en , "Geburtsdatum"@de .
:fee a owl:DatatypeProperty ; rdfs:domain :Engagement ; rdfs:range xsd:decimal ;
    rdfs:label "fee (EUR)"@en , "Gage (EUR)"@de .
:startsOn a owl:DatatypeProperty ; rdfs:domain :Engagement ; rdfs:range xsd:date ;
    rdfs:label "start date"@en , "Startdatum"@de .
"""

DATA = f"""
@prefix : <{DEF}> .
@prefix t: <{ID}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

t:bern a :City ; rdfs:label "Bern" .
t:graz a :City ; rdfs:label "Graz" .
t:comedy a :Genre ; rdfs:label "Comedy" .
t:tragedy a :Genre ; rdfs:label "Tragedy" .
t:lindner a :Author ; rdfs:label "Paula Lindner" .
t:okafor a :Author ; rdfs:label "Chidi Okafor" .
t:rossi a :Author ; rdfs:label "Elena Rossi" .

t:kesselhaus a :Venue ; rdfs:label "Kesselhaus" ; :seats 420 ; :openedOn "1998-05-09"^^xsd:date ;
    :locatedIn t:bern .
t:orangerie a :Venue ; rdfs:label "Orangerie" ; :seats 180 ; :openedOn "2009-10-01"^^xsd:date ;
    :locatedIn t:bern .
t:redoute a :Venue ; rdfs:label "Redoute" ; :seats 760 ; :openedOn "1971-02-14"^^xsd:date ;
    :locatedIn t:graz .
t:atelier a :Venue ; rdfs:label "Atelier" ; :seats 60 .

t:p1 a :Play ; rdfs:label "Glass Harvest" ; :code "P-101" ; :subtitle "A story of two sisters" ;
    :runtime 95 ;
    :premiere "2019-03-08"^^xsd:date ; :cost 42000 ; :revenue 61500 ;
    :writtenBy t:lindner ; :stagedAt t:kesselhaus ; :genre t:tragedy .
t:p2 a :Play ; rdfs:label "The Lodger Upstairs" ; :code "P-102" ; :subtitle "A farce in three acts" ;
    :runtime 120 ;
    :premiere "2021-09-17"^^xsd:date ; :cost 30500 ; :revenue 28000 ;
    :writtenBy t:lindner ; :stagedAt t:orangerie ; :genre t:comedy .
t:p3 a :Play ; rdfs:label "Salt Road" ; :code "P-103" ; :runtime 140 ;
    :premiere "2021-11-26"^^xsd:date ; :cost 88000 ; :revenue 132000 ;
    :writtenBy t:okafor ; :stagedAt t:redoute ; :genre t:tragedy .
t:p4 a :Play ; rdfs:label "Umbrella Season" ; :code "P-104" ; :subtitle "A comedy of weather" ;
    :runtime 75 ;
    :premiere "2023-04-21"^^xsd:date ; :cost 15250 ; :revenue 40400 ;
    :writtenBy t:rossi ; :stagedAt t:orangerie ; :genre t:comedy .
t:p5 a :Play ; rdfs:label "Ninth Bell" ; :code "P-105" ; :runtime 110 ;
    :premiere "2024-01-19"^^xsd:date ; :cost 51000 ; :revenue 49000 ; :writtenBy t:okafor ;
    :stagedAt t:redoute .

t:vera a :Actor ; rdfs:label "Vera Lund" ; :email "vera@theatre.example" ; :bornOn "1970-06-02"^^xsd:date .
t:milo a :Actor ; rdfs:label "Milo Brandt" ; :email "milo@theatre.example" ;
    :bornOn "1988-12-11"^^xsd:date ;
    :trainedBy t:vera .
t:aiko a :Actor ; rdfs:label "Aiko Sato" ; :bornOn "1995-08-23"^^xsd:date ; :trainedBy t:vera .
t:tom a :Actor ; rdfs:label "Tom Eriksen" ; :email "tom@theatre.example" ; :bornOn "2001-01-30"^^xsd:date ;
    :trainedBy t:milo .

t:e1 a :Engagement ; rdfs:label "E-1" ; :play t:p1 ; :actor t:vera ; :fee 5200 ;
    :startsOn "2019-01-07"^^xsd:date .
t:e2 a :Engagement ; rdfs:label "E-2" ; :play t:p1 ; :actor t:milo ; :fee 3100 ;
    :startsOn "2019-01-21"^^xsd:date .
t:e3 a :Engagement ; rdfs:label "E-3" ; :play t:p2 ; :actor t:milo ; :fee 3400 ;
    :startsOn "2021-07-05"^^xsd:date .
t:e4 a :Engagement ; rdfs:label "E-4" ; :play t:p3 ; :actor t:vera ; :fee 6900 ;
    :startsOn "2021-08-30"^^xsd:date .
t:e5 a :Engagement ; rdfs:label "E-5" ; :play t:p3 ; :actor t:aiko ; :fee 2800 ;
    :startsOn "2021-09-13"^^xsd:date .
t:e6 a :Engagement ; rdfs:label "E-6" ; :play t:p4 ; :actor t:tom ; :fee 1900 ;
    :startsOn "2023-02-06"^^xsd:date .
"""
