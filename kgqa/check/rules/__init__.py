"""The rules of the check, in the order in which they are asked. One rule, one file; adding one is a file and
a line here.
"""

from __future__ import annotations

from kgqa.check.rule import Rule
from kgqa.check.rules import (
    comparison,
    domain,
    domain_range,
    double_domain,
    double_range,
    grouping,
    incorrect_property,
    joins,
    range,  # noqa: A004 - a rule's name, as in the paper
    read_only,
    unbound,
    unknown_class,
)

RULES: tuple[Rule, ...] = (
    read_only.RULE,
    incorrect_property.RULE,
    unknown_class.RULE,
    domain.RULE,
    range.RULE,
    double_domain.RULE,
    double_range.RULE,
    domain_range.RULE,
    unbound.RULE,
    grouping.RULE,
    comparison.RULE,
    joins.RULE,
)
