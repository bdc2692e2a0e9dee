"""A small group of wine estates to ask about, in the style of a company's own ontology: every relation has an
inverse and is stated in one direction alone, classes have kinds, numbers carry their units. It is made up.
"""

from __future__ import annotations

DEF, ID = "https://winery.example/def/", "https://winery.example/id/"

ONTOLOGY = f"""
@prefix : <{DEF}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Estate a owl:Class ; rdfs:label "Estate"@en .
:Cellar a owl:Class ; rdfs:label "Cellar"@en .
:StorageVessel a owl:Class ; rdfs:label "Storage Vessel"@en .
:OakBarrel a owl:Class ; rdfs:subClassOf :StorageVessel ; rdfs:label "Oak Barrel"@en .
:SteelTank a owl:Class ; rdfs:subClassOf :StorageVessel ; rdfs:label "Steel Tank"@en .
:CrewMember a owl:Class ; rdfs:label "Crew Member"@en .
:Cellarer a owl:Class ; rdfs:subClassOf :CrewMember ; rdfs:label "Cellarer"@en .
:Picker a owl:Class ; rdfs:subClassOf :CrewMember ; rdfs:label "Picker"@en .
:Training a owl:Class ; rdfs:label "Training"@en .
:CleaningJob a owl:Class ; rdfs:label "Cleaning Job"@en .
:Cooper a owl:Class ; rdfs:label "Cooper"@en .
:Lease a owl:Class ; rdfs:label "Lease"@en .
:PumpModel a owl:Class ; rdfs:label "Pump Model"@en .

:hasCellar a owl:ObjectProperty ; rdfs:domain :Estate ; rdfs:range :Cellar ; rdfs:label "has cellar"@en .
:onEstate a owl:ObjectProperty ; rdfs:domain :Cellar ; rdfs:range :Estate ; rdfs:label "on estate"@en ;
  owl:inverseOf :hasCellar .
:hasVessel a owl:ObjectProperty ; rdfs:domain :Cellar ; rdfs:range :StorageVessel ;
  rdfs:label "has vessel"@en ;
  owl:inverseOf :standsIn .
:standsIn a owl:ObjectProperty ; rdfs:domain :StorageVessel ; rdfs:range :Cellar ; rdfs:label "stands in"@en .
:hasCellarMaster a owl:ObjectProperty ; rdfs:domain :Cellar ; rdfs:range :CrewMember ;
  rdfs:label "has cellar master"@en .
:worksIn a owl:ObjectProperty ; rdfs:domain :CrewMember ; rdfs:range :Cellar ; rdfs:label "works in"@en .
:reportsTo a owl:ObjectProperty ; rdfs:domain :CrewMember ; rdfs:range :CrewMember ;
  rdfs:label "reports to"@en .
:hasTraining a owl:ObjectProperty ; rdfs:domain :CrewMember ; rdfs:range :Training ;
  rdfs:label "has training"@en .
:madeBy a owl:ObjectProperty ; rdfs:domain :StorageVessel ; rdfs:range :Cooper ;
  rdfs:label "delivered by"@en .
:ofVessel a owl:ObjectProperty ; rdfs:domain :CleaningJob ; rdfs:range :StorageVessel ;
  rdfs:label "on vessel"@en ; owl:inverseOf :hasCleaningJob .
:hasCleaningJob a owl:ObjectProperty ; rdfs:domain :StorageVessel ; rdfs:range :CleaningJob ;
  rdfs:label "has cleaning job"@en .
:withCooper a owl:ObjectProperty ; rdfs:domain :Lease ; rdfs:range :Cooper ; rdfs:label "with cooper"@en .

:price a owl:DatatypeProperty ; rdfs:domain :StorageVessel ; rdfs:range xsd:integer ;
  rdfs:label "purchase price (EUR)"@en .
:boughtOn a owl:DatatypeProperty ; rdfs:domain :StorageVessel ; rdfs:range xsd:date ;
  rdfs:label "purchase date"@en .
:cost a owl:DatatypeProperty ; rdfs:domain :CleaningJob ; rdfs:range xsd:integer ;
  rdfs:label "cost (EUR)"@en .
:standstill a owl:DatatypeProperty ; rdfs:domain :CleaningJob ; rdfs:range xsd:integer ;
  rdfs:label "standstill (hours)"@en .
:from a owl:DatatypeProperty ; rdfs:domain :Lease ; rdfs:range xsd:date ; rdfs:label "start date"@en .
:to a owl:DatatypeProperty ; rdfs:domain :Lease ; rdfs:range xsd:date ; rdfs:label "end date"@en .
:rent a owl:DatatypeProperty ; rdfs:domain :Lease ; rdfs:range xsd:integer ;
  rdfs:label "annual lease value (EUR)"@en .
:salary a owl:DatatypeProperty ; rdfs:domain :CrewMember ; rdfs:range xsd:integer ;
  rdfs:label "annual salary (EUR)"@en .
:power a owl:DatatypeProperty ; rdfs:domain :PumpModel ; rdfs:range xsd:integer ;
  rdfs:label "power consumption (W)"@en .
:room a owl:DatatypeProperty ; rdfs:domain :Cellar ; rdfs:range xsd:integer ;
  rdfs:label "visitor capacity (persons)"@en .
:plan a owl:DatatypeProperty ; rdfs:domain :Cellar ; rdfs:range xsd:integer ; rdfs:label "floor"@en .
"""

DATA = f"""
@prefix : <{DEF}> .
@prefix w: <{ID}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

w:e1 a :Estate ; rdfs:label "Hollow Hill" . w:e2 a :Estate ; rdfs:label "Birkenhof" .
w:c1 a :Cellar ; rdfs:label "Long Cellar" ; :onEstate w:e1 ; :hasCellarMaster w:p1 ; :room 60 ; :plan 1 .
w:c2 a :Cellar ; rdfs:label "Rock Cellar" ; :onEstate w:e1 ; :hasCellarMaster w:p2 ; :room 12 ; :plan 2 .
w:c3 a :Cellar ; rdfs:label "New Cellar" ; :onEstate w:e2 ; :hasCellarMaster w:p1 ; :room 25 ; :plan 1 .
w:p1 a :Cellarer ; rdfs:label "Ines Toro" ; :worksIn w:c1 ; :salary 61000 ; :hasTraining w:t1 .
w:p2 a :Cellarer ; rdfs:label "Piet Maas" ; :worksIn w:c2 ; :salary 48000 ; :reportsTo w:p1 .
w:p3 a :Picker ; rdfs:label "Olu Bello" ; :worksIn w:c1 ; :salary 31000 ; :reportsTo w:p1 ;
  :hasTraining w:t2 .
w:p4 a :Picker ; rdfs:label "Mara Vogt" ; :worksIn w:c3 ; :salary 33500 ; :reportsTo w:p2 ;
  :hasTraining w:t2 .
w:t1 a :Training ; rdfs:label "Sensory Analysis" . w:t2 a :Training ; rdfs:label "Pruning" .
w:k1 a :Cooper ; rdfs:label "Fassbau Ritter" . w:k2 a :Cooper ; rdfs:label "Tonnellerie Blanc" .
w:v1 a :OakBarrel ; rdfs:label "V-1" ; :standsIn w:c1 ; :madeBy w:k1 ; :price 700 ;
  :boughtOn "2021-03-01"^^xsd:date .
w:v2 a :OakBarrel ; rdfs:label "V-2" ; :madeBy w:k1 ; :price 950 ; :boughtOn "2019-05-01"^^xsd:date .
w:v3 a :SteelTank ; rdfs:label "V-3" ; :standsIn w:c2 ; :madeBy w:k2 ; :price 8000 ;
  :boughtOn "2022-06-01"^^xsd:date .
w:v4 a :OakBarrel ; rdfs:label "V-4" ; :standsIn w:c3 ; :madeBy w:k1 ; :price 1200 ;
  :boughtOn "2023-01-10"^^xsd:date .
w:j1 a :CleaningJob ; rdfs:label "J-1" ; :ofVessel w:v1 ; :cost 40 ; :standstill 5 .
w:j2 a :CleaningJob ; rdfs:label "J-2" ; :ofVessel w:v3 ; :cost 200 ; :standstill 30 .
w:j3 a :CleaningJob ; rdfs:label "J-3" ; :ofVessel w:v4 ; :cost 60 ; :standstill 8 .
w:j4 a :CleaningJob ; rdfs:label "J-4" ; :ofVessel w:v1 ; :cost 90 ; :standstill 2 .
w:l1 a :Lease ; rdfs:label "L-1" ; :withCooper w:k1 ; :rent 3000 ; :from "2022-02-01"^^xsd:date ;
  :to "2024-01-31"^^xsd:date .
w:l2 a :Lease ; rdfs:label "L-2" ; :withCooper w:k2 ; :rent 4500 ; :from "2023-02-01"^^xsd:date ;
  :to "2026-01-31"^^xsd:date .
w:l3 a :Lease ; rdfs:label "L-3" ; :withCooper w:k1 ; :rent 2500 ; :from "2023-07-01"^^xsd:date ;
  :to "2025-06-30"^^xsd:date .
w:m1 a :PumpModel ; rdfs:label "Pulso 10" ; :power 180 . w:m2 a :PumpModel ; rdfs:label "Pulso 40" ;
  :power 750 .
"""
