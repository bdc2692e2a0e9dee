"""A small studio to ask about: projects, the people on them, their hours and invoices, and where its clients
are, which it holds in two ways.
"""

from __future__ import annotations

DEF, ID = "https://studio.example/def/", "https://studio.example/id/"

ONTOLOGY = f"""
@prefix : <{DEF}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Project a owl:Class ; rdfs:label "project"@en , "Projekt"@de .
:Person a owl:Class ; rdfs:label "person"@en , "Person"@de .
:Freelancer a owl:Class ; rdfs:subClassOf :Person ; rdfs:label "freelancer"@en , "Freiberufler"@de .
:Entry a owl:Class ; rdfs:label "time entry"@en , "Zeiteintrag"@de .
:Client a owl:Class ; rdfs:label "client"@en , "Kunde"@de .

:member a owl:ObjectProperty ; rdfs:domain :Project ; rdfs:range :Person ;
    rdfs:label "member"@en , "Mitglied"@de .
:topic a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:string ;
    rdfs:label "topic"@en , "Thema"@de .
:budget a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:integer ;
    rdfs:label "budget"@en , "Budget"@de .
:client a owl:ObjectProperty ; rdfs:domain :Project ; rdfs:range :Client ; rdfs:label "client"@en .
:status a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:string ; rdfs:label "status"@en .
:salary a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer ;
    rdfs:label "salary"@en , "Gehalt"@de .
:rate a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer ; rdfs:label "rate"@en .
:onProject a owl:ObjectProperty ; rdfs:domain :Entry ; rdfs:range :Project ; rdfs:label "on project"@en .
:by a owl:ObjectProperty ; rdfs:domain :Entry ; rdfs:range :Person ; rdfs:label "by"@en .
:hours a owl:DatatypeProperty ; rdfs:domain :Entry ; rdfs:range xsd:integer ; rdfs:label "hours"@en .
:country a owl:DatatypeProperty ; rdfs:domain :Client ; rdfs:range xsd:string ;
    rdfs:label "country"@en , "Land"@de .
:countryCode a owl:DatatypeProperty ; rdfs:domain :Client ; rdfs:range xsd:string ;
    rdfs:label "country code"@en , "Land Code"@de .
:plannedEnd a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:date ;
    rdfs:label "planned end"@en .
:actualEnd a owl:DatatypeProperty ; rdfs:domain :Project ; rdfs:range xsd:date ;
    rdfs:label "actual end"@en .
"""

DATA = f"""
@prefix : <{DEF}> .
@prefix s: <{ID}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

s:ada a :Person ; rdfs:label "Ada" ; :salary 100 ; :rate 2 .
s:ben a :Person ; rdfs:label "Ben" ; :salary 40 ; :rate 2 .
s:cleo a :Freelancer ; rdfs:label "Cleo" ; :salary 40 ; :rate 3 .

s:site a :Project ; rdfs:label "Site" ; :budget 900 ; :member s:ada , s:ben ; :topic "web" , "print" ;
    :client s:north ; :status "open" ;
    :plannedEnd "2025-03-01"^^xsd:date ; :actualEnd "2025-04-01"^^xsd:date .
s:film a :Project ; rdfs:label "Film" ; :budget 500 ; :member s:ada , s:cleo ; :topic "video" ;
    :client s:south ; :status "open" ;
    :plannedEnd "2025-05-01"^^xsd:date ; :actualEnd "2025-05-02"^^xsd:date .
s:book a :Project ; rdfs:label "Book" ; :budget 200 ; :member s:ben ; :topic "print" ; :client s:north ;
    :status "Open" ;
    :plannedEnd "2025-09-01"^^xsd:date .

s:e1 a :Entry ; :onProject s:site ; :by s:ada ; :hours 5 .
s:e2 a :Entry ; :onProject s:site ; :by s:ada ; :hours 5 .
s:e3 a :Entry ; :onProject s:site ; :by s:ben ; :hours 2 .
s:e4 a :Entry ; :onProject s:film ; :by s:cleo ; :hours 8 .

s:north a :Client ; rdfs:label "North" ; :country "Norway" ; :countryCode "NO" .
s:south a :Client ; rdfs:label "South" ; :country "Spain" .
s:west a :Client ; rdfs:label "West" ; :countryCode "NO" .
"""
