"""`python -m oxtally` is the same as `oxtally`."""

import sys

from oxtally.cli import main

sys.exit(main())
