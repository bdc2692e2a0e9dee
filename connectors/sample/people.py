"""Who works here: departments, skills, and people with their reporting line.

In: places, and the tables departments, skills, given_names and family_names.
Out: `People`, for products, customers and projects to point to.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from datetime import date

from pyoxigraph import Literal, NamedNode

from connectors.sample.facts import ID, Dice, Facts, words
from connectors.sample.places import Places
from connectors.sample.tables import Row, keyed, names, parts

# Colleagues whose names get mixed up: one full name twice, and families that a head belongs to as well.
NAMESAKES = {"ESW": "Anna Lindqvist", "CSV": "Anna Lindqvist", "SAL": "Luc Moreau", "MKT": "Liv Haugen"}
TEAM_SIZE = 9  # a department with more people than this has team leads
CONTRACTED = ("ESW", "ELX", "MKT", "IT", "SPH", "LOG", "ESW")


@dataclass(frozen=True, slots=True)
class People:
    """The nodes that others point to: departments, their heads and their people, by abbreviation."""

    departments: dict[str, NamedNode] = field(default_factory=dict)
    heads: dict[str, NamedNode] = field(default_factory=dict)
    members: dict[str, list[NamedNode]] = field(default_factory=dict)
    contractors: list[NamedNode] = field(default_factory=list)


def write_people(facts: Facts, dice: Dice, places: Places) -> People:
    skills = [
        facts.thing(
            f"skill/{key}",
            "Skill",
            {
                "label": words(en=row["name"], de=row["german"]),
                "altLabel": [Literal(other, language="en") for other in parts(row["other_names"])],
            },
        )
        for key, row in keyed("skills").items()
    ]
    units = keyed("departments")
    personnel = _Personnel(facts, dice, places, units, skills)
    for row in units.values():
        personnel.fill(row)
    for code in CONTRACTED:
        personnel.contract(code)
    return personnel.people


class _Personnel:
    """Hires one department after the other, and gives everybody a name, a number and a desk."""

    def __init__(
        self, facts: Facts, dice: Dice, places: Places, units: dict[str, Row], skills: list[NamedNode]
    ) -> None:
        self.people = People()
        self._facts, self._dice, self._places = facts, dice, places
        self._units, self._skills = units, skills
        self._given, self._family = names("given_names"), names("family_names")
        self._taken = {row["head"] for row in units.values()} | set(NAMESAKES.values())
        self._mailboxes: dict[str, int] = {}
        self._hired = 0
        self._desks = 0

    def fill(self, row: Row) -> None:
        """The department, its head and its staff; its parent must be there already."""
        code, people = row["code"], self.people
        people.departments[code] = department = NamedNode(f"{ID}department/{code.lower()}")
        head = people.heads[code] = self._hire(
            row["head"],
            row["title"],
            department,
            self._places.sites[parts(row["sites"])[0]],
            people.heads.get(row["parent"]),
            manager=True,
        )
        people.members[code] = [head, *self._staff(row, head, department)]
        self._facts.thing(
            f"department/{code.lower()}",
            "Department",
            {
                "label": words(en=row["name"], de=row["german"]),
                "altLabel": words(en=row["other_name"]),
                "abbreviation": code,
                "costCentre": f"CC-{1100 + 10 * len(people.heads)}",
                "headedBy": head,
                "partOfDepartment": people.departments.get(row["parent"]),
            },
        )

    def contract(self, code: str) -> None:
        """A contractor for the department."""
        number, name = self._next_number(), self._new_name()
        given, family = name.split(" ", 1)
        self.people.contractors.append(
            self._facts.thing(
                f"person/{number:04}",
                "Contractor",
                {
                    "label": name,
                    "givenName": given,
                    "familyName": family,
                    "jobTitle": "Consultant",
                    "emailAddress": f"{_plain(given)}@{_plain(family)}.example",
                    "worksIn": self.people.departments[code],
                    "basedAt": self._places.sites[parts(self._units[code]["sites"])[0]],
                    "hasSkill": self._dice.some(self._skills, 2),
                },
            )
        )

    def _staff(self, row: Row, head: NamedNode, department: NamedNode) -> list[NamedNode]:
        size, sites, jobs = int(row["others"]), parts(row["sites"]), parts(row["jobs"])
        namesakes = [NAMESAKES[row["code"]]] if row["code"] in NAMESAKES else []
        staff: list[NamedNode] = []
        lead: NamedNode | None = None
        for place, name in enumerate([self._new_name() for _ in range(size - len(namesakes))] + namesakes):
            leads = size > TEAM_SIZE and place % TEAM_SIZE == 0
            boss = head if leads or lead is None or self._dice.chance(0.3) else lead
            person = self._hire(
                name,
                "Team Lead" if leads else self._dice.pick(jobs),
                department,
                self._places.sites[sites[place * len(sites) // size]],
                boss,
                manager=leads,
            )
            lead = person if leads else lead
            staff.append(person)
        return staff

    def _hire(
        self,
        name: str,
        title: str,
        department: NamedNode,
        site: NamedNode,
        boss: NamedNode | None,
        *,
        manager: bool,
    ) -> NamedNode:
        number, mail, phone = self._next_number(), self._mailbox(name), self._desk()
        given, family = name.split(" ", 1)
        known = manager or name in NAMESAKES.values()
        return self._facts.thing(
            f"person/{number:04}",
            "Manager" if manager else "Employee",
            {
                "label": name,
                "givenName": given,
                "familyName": family,
                "staffNumber": f"A{number:04}",
                "emailAddress": mail if known or self._dice.chance(0.93) else None,
                "phoneNumber": phone if known or self._dice.chance(0.85) else None,
                "joinedOn": self._dice.working_day(date(1999, 1, 4), date(2015 if manager else 2025, 9, 30)),
                "weeklyHours": 37 if manager or self._dice.chance(0.8) else self._dice.pick((20, 25, 30)),
                "reportsTo": boss,
                "jobTitle": title,
                "worksIn": department,
                "basedAt": site,
                "hasSkill": self._dice.some(self._skills, self._dice.between(2, 4)),
            },
        )

    def _new_name(self) -> str:
        while True:
            name = f"{self._dice.pick(self._given)} {self._dice.pick(self._family)}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def _mailbox(self, name: str) -> str:
        box = ".".join(_plain(name).split())
        self._mailboxes[box] = count = self._mailboxes.get(box, 0) + 1
        return f"{box}{count if count > 1 else ''}@aurelund.example"

    def _next_number(self) -> int:
        self._hired += 1
        return self._hired

    def _desk(self) -> str:
        """A telephone number that nobody else has."""
        self._desks += self._dice.between(3, 41)
        return f"+47 73 55 {1000 + self._desks}"


# Letters that Unicode does not take apart.
_FOLDED = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ł": "l", "Ł": "L", "ß": "ss"})


def _plain(name: str) -> str:
    """The name as mail systems take it: "Declan O'Rourke" -> "declan orourke"."""
    letters = unicodedata.normalize("NFKD", name.translate(_FOLDED))
    return "".join(c for c in letters if c.isascii() and (c.isalpha() or c in " -")).lower()
