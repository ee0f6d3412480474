"""The words by which answers are announced, judged, negated, doubted and refused, in the languages of the question banks.

Data only: to teach the reader a phrase or a language is to add it here. Phrases of one script stand together; they are
separated by commas or line ends, are written as a page shows them (lower case, folded by `omnibench.kinds.text.fold`),
and are turned into patterns by `omnibench.kinds.text.phrases`.
"""

from omnibench.kinds.lexicon.announcing import *  # noqa: F403
from omnibench.kinds.lexicon.judging import *  # noqa: F403
