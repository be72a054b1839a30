"""Start the application: ``python -m dpcn_app`` does what ``dpcn-app`` does."""

import sys

from dpcn_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
