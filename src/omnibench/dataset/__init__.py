"""Documents and questions: typed views over the untouched JSON."""

from omnibench.dataset.discover import Tree, classify_paths, why_ignored
from omnibench.dataset.document import Document, parse_document, read_document
from omnibench.dataset.repeated import Repeated, Stated, find_repeated

__all__ = [
    "Document",
    "Repeated",
    "Stated",
    "Tree",
    "classify_paths",
    "find_repeated",
    "parse_document",
    "read_document",
    "why_ignored",
]
