"""What is going on and what holds: projects with members and money, and the policy documents.

In: people and the catalogue, the table projects, and the texts in `policies/`. Out: triples alone.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from importlib.resources import files

from pyoxigraph import Literal

from connectors.sample.catalogue import Catalogue
from connectors.sample.facts import Dice, Facts
from connectors.sample.people import People
from connectors.sample.tables import keyed, parts

# Which departments lend people to the projects of a sponsor.
LENDERS = {
    "RND": ("SPH", "ELX", "ESW", "QA"),
    "OPS": ("ASM", "PUR", "LOG", "QA"),
    "SAL": ("SAL", "CSV", "MKT"),
    "FIN": ("FIN", "IT"),
    "PPL": ("PPL", "MKT"),
    "IT": ("IT", "ESW"),
}


def write_projects(facts: Facts, dice: Dice, people: People, catalogue: Catalogue) -> None:
    for name, row in keyed("projects").items():
        pool = [person for code in LENDERS[row["sponsor"]] for person in people.members[code]]
        members = dice.some(pool, dice.between(3, 9))
        externals = [dice.pick(people.contractors)] if dice.chance(0.3) else []
        facts.thing(
            f"project/{name.lower().replace(' ', '-')}",
            "Project",
            {
                "label": name,
                "sponsoredBy": people.departments[row["sponsor"]],
                "budget": Decimal(row["budget"]),
                "startsOn": date.fromisoformat(row["start"]),
                "endsOn": date.fromisoformat(row["end"]) if row["end"] else None,
                "responsiblePerson": dice.pick(members),
                "projectMember": [*members, *externals],
                "develops": [catalogue.models[product].node for product in parts(row["products"])],
            },
        )


def write_policies(facts: Facts, people: People) -> None:
    """Each file is `NUMBER.LANGUAGE.md`: a title, an owner, a day, and sections."""
    folder = files("connectors.sample") / "policies"
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".md")), key=lambda f: f.name):
        number, language, _ = file.name.split(".")
        head, *sections = file.read_text(encoding="utf-8").split("\n## ")
        title, owner, since = head.split("\n")[:3]
        facts.thing(
            f"policy/{number.lower()}",
            "Policy",
            {
                "label": Literal(title.removeprefix("# "), language=language),
                "policyNumber": number,
                "policyOwner": people.departments[owner.removeprefix("owner: ")],
                "inForceSince": date.fromisoformat(since.removeprefix("since: ")),
                "textLanguage": language,
                "hasSection": [
                    facts.thing(
                        f"section/{number.lower()}-{place}",
                        "Section",
                        {
                            "label": Literal(heading, language=language),
                            "sectionNumber": place,
                            "bodyText": Literal(body.strip(), language=language),
                        },
                    )
                    for place, (heading, _, body) in enumerate((s.partition("\n") for s in sections), 1)
                ],
            },
        )
