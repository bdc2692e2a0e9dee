"""The rules of the check, in the order in which they are asked. One rule, one file; adding one is a file and
a line here.
"""

from __future__ import annotations

from kgqa.check.rule import Rule
from kgqa.check.rules import (
    closed,
    comparison,
    contradiction,
    cost,
    disjoint,
    disjoint_properties,
    domain,
    domain_range,
    double_domain,
    double_range,
    grouping,
    incorrect_property,
    iri_output,
    joins,
    language,
    literal_subject,
    local_range,
    optional,
    range,  # noqa: A004 - a rule's name, as in the paper
    read_only,
    relative_iri,
    subject_output,
    time_zone,
    unbound,
    unknown_class,
    unknown_thing,
    unnamed,
    unseen,
)

RULES: tuple[Rule, ...] = (
    read_only.RULE,
    closed.RULE,
    cost.RULE,
    unnamed.RULE,
    relative_iri.RULE,
    literal_subject.RULE,
    incorrect_property.RULE,
    unknown_class.RULE,
    unknown_thing.RULE,
    disjoint.RULE,
    domain.RULE,
    range.RULE,
    double_domain.RULE,
    double_range.RULE,
    domain_range.RULE,
    local_range.RULE,
    disjoint_properties.RULE,
    unseen.RULE,
    unbound.RULE,
    grouping.RULE,
    comparison.RULE,
    time_zone.RULE,
    language.RULE,
    contradiction.RULE,
    joins.RULE,
    optional.RULE,
    iri_output.RULE,
    subject_output.RULE,
)
