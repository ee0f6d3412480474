"""Documents and questions: typed views over the untouched JSON."""

from omnibench.dataset.discover import Tree, classify_paths
from omnibench.dataset.document import Document, parse_document

__all__ = ["Document", "Tree", "classify_paths", "parse_document"]
