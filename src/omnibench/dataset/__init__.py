"""Documents and questions: typed views over the untouched JSON."""

from omnibench.dataset.discover import Tree, classify_paths, why_ignored
from omnibench.dataset.document import Document, parse_document, read_document

__all__ = ["Document", "Tree", "classify_paths", "parse_document", "read_document", "why_ignored"]
