"""A page that the program serves: `calvaria view`, `desk` and `live`."""

import re
import subprocess
import sys


def address(running: subprocess.Popen) -> str:
    """Where a program that was just started serves its page, as it says on its standard error."""
    told = ""
    for line in running.stderr:
        if found := re.search(r"http://\S+", line):
            return found[0]
        told += line
    sys.exit(f"no page: {told[-500:]}")
