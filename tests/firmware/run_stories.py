"""Runs the functions test_… of one file, under MicroPython: micropython run_stories.py ROOT FOLDER NAME

Prints a line for each; exits with 1 when one fails. No fixtures, no parameters: plain functions and asserts.
"""

import sys

root, folder, name = sys.argv[1:4]
for path in ("firmware", "host", "tests/firmware/on_board", "tests/firmware/on_flash", folder):
    sys.path.insert(0, root + "/" + path)

stories = __import__(name)
failed = 0
for story in sorted(dir(stories)):
    if story.startswith("test_"):
        try:
            getattr(stories, story)()
            print("ok", story)
        except Exception as error:
            failed = 1
            print("FAILED", story)
            sys.print_exception(error)  # type: ignore[attr-defined]
sys.exit(failed)
