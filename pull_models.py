#!/usr/bin/env python3
"""Print `ollama pull` lines for models/ollama_models.json. Downloads nothing."""

import sys

from main import start

if __name__ == "__main__":
    sys.exit(start("pull"))
