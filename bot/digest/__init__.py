"""The digest of a week for those who run Querist: what was asked, and what did not go well."""
