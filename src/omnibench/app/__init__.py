"""Use cases, one file each: composition of the rooms, no logic of their own."""
