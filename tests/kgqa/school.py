"""A school as a database writes it out: no ontology, short names, few labels, codes with a list of codes."""

from __future__ import annotations

S = "https://school.example/export/"
DATA = f"""
@prefix : <{S}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:crs_tch rdfs:label "Teacher" .
:enr_crs rdfs:label "Course" .
:fee_eur rdfs:label "Fee (EUR)" .
:TCH rdfs:label "Teacher" .

:TCH_1 a :TCH ; :tch_fn "Mina" ; :tch_ln "Okafor" ; :sal_eur 4100.0 ; :hm_rm "R 12" ; :tch_sts "ACT" .
:TCH_2 a :TCH ; :tch_fn "Jonas" ; :tch_ln "Weber" ; :sal_eur 3900.0 ; :hm_rm "R 7" ; :tch_sts "LVE" .
:TCH_3 a :TCH ; :tch_fn "Pia" ; :tch_ln "Lindgren" ; :sal_eur 4600.0 ; :tch_sts "ACT" .

:STD_1 a :STD ; :std_nm "Ada Brandt" ; :std_no "ST-1001" ;
    :dob "2009-05-02"^^xsd:date ; :ht_cm 161 ; :bus "Y" .
:STD_2 a :STD ; :std_nm "Luis Moya" ; :std_no "ST-1002" ;
    :dob "2008-11-20"^^xsd:date ; :ht_cm 174 ; :bus "N" .
:STD_3 a :STD ; :std_nm "Noor Haddad" ; :std_no "ST-1003" ;
    :dob "2010-01-15"^^xsd:date ; :ht_cm 158 ; :bus "Y" .

:CRS_1 a :CRS ; :crs_nm "Pottery" ; :crs_tch :TCH_1 ; :crs_lvl "BEG" ; :max_std 12 ; :fee_eur 80.0 .
:CRS_2 a :CRS ; :crs_nm "Woodwork" ; :crs_tch :TCH_2 ; :crs_lvl "ADV" ; :max_std 8 ; :fee_eur 120.0 .
:CRS_3 a :CRS ; :crs_nm "Choir" ; :crs_tch :TCH_1 ; :crs_lvl "BEG" ; :max_std 40 ; :fee_eur 0.0 .
:CRS_4 a :CRS ; :crs_nm "Chess" ; :crs_lvl "INT" ; :max_std 20 ; :fee_eur 15.0 .

:ENR_1 a :ENR ; :enr_std :STD_1 ; :enr_crs :CRS_1 ; :enr_dt "2024-09-02"^^xsd:date .
:ENR_2 a :ENR ; :enr_std :STD_1 ; :enr_crs :CRS_3 ; :enr_dt "2024-09-03"^^xsd:date .
:ENR_3 a :ENR ; :enr_std :STD_2 ; :enr_crs :CRS_2 ; :enr_dt "2024-09-02"^^xsd:date .

:COD_1 a :COD ; :cod_grp "crs_lvl" ; :cod_val "BEG" ; :cod_txt "Beginners" .
:COD_2 a :COD ; :cod_grp "crs_lvl" ; :cod_val "INT" ; :cod_txt "Intermediate" .
:COD_3 a :COD ; :cod_grp "crs_lvl" ; :cod_val "ADV" ; :cod_txt "Advanced" .
:COD_4 a :COD ; :cod_grp "tch_sts" ; :cod_val "ACT" ; :cod_txt "In service" .
:COD_5 a :COD ; :cod_grp "tch_sts" ; :cod_val "LVE" ; :cod_txt "On leave" .
"""
