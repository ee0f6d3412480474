"""Pure: from result entries to numbers, and from numbers to views."""
