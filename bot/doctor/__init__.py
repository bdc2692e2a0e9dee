"""Looks whether everything is ready to answer, part by part, and says what to put right first.

In: settings. Out: a finding a part, each with what to do; nothing is changed. `querist doctor` shows them.
"""

from bot.doctor.examination import CHECKS, Check, examine
from bot.doctor.finding import Finding, State, Visit

__all__ = ["CHECKS", "Check", "Finding", "State", "Visit", "examine"]
