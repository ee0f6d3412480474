"""`python -m omnibench`."""

from omnibench.cli import main

raise SystemExit(main())
