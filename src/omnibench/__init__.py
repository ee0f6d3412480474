"""OmniBench: what language models really get right on medical questions."""

__version__ = "0.1.0"
