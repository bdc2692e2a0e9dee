"""The record for those who audit it: what its commands and its pages share."""
