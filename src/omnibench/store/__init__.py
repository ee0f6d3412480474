"""Files: the journal, the mirror, the lock, and the one writer that owns them.

Write order, and what a crash leaves behind each step:

1. reply received: nothing on disk; the question is asked again (the price is one call).
2. journal line written, the commit point: the answer is safe from `kill -9`; from power loss after the group
   fsync, at most a second later. A torn last line is cut off and counted.
3. journal renamed to `.old`, a new one begun: both are read, in order.
4. mirror written to `<name>.<8 hex digits>.temp.json` and fsynced: an orphan, removed under the lock.
5. mirror swapped in and the folder fsynced: the old journal's lines stand in it already and change nothing.
6. old journal removed: nothing to do.
"""
