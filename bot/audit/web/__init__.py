"""The auditors' pages: the record in a browser. They work without scripts."""

from bot.audit.web.platform import AuditPages

__all__ = ["AuditPages"]
