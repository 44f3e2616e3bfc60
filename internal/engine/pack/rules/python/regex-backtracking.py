import re

# ruleid: python-regex-backtracking
NAME = re.compile(r"^(\w+)+$")
# ruleid: python-regex-backtracking
WORDS = re.compile(r"^([a-z]*)*$")
# ok: python-regex-backtracking
NAME = re.compile(r"^\w+$")
# ok: python-regex-backtracking
PAIRS = re.compile(r"^(\w+,)+$")
