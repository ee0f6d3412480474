"""Pure: from a reply to a stored entry, and from an entry to a verdict, by rules or by a judge model."""
