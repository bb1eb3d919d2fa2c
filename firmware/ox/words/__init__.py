"""What the device says, in each language: one table a language, with the same entries. Only the one in use is loaded.

A `%` stands where a name or a number goes. Lines that have to fit the screen are measured by a test. A table is one
long text, and the names of the entries are another one: dicts would cost three times the room on the flash.
"""

from .entries import ENTRIES

LANGUAGES = ("en", "fr", "de")


def load(language: str) -> dict[str, str]:
    """The words of a language by their entries; English if there is no such table."""
    if language == "fr":
        from .fr import TEXTS
    elif language == "de":
        from .de import TEXTS
    else:
        from .en import TEXTS
    return dict(zip(ENTRIES.split("|"), TEXTS.split("|")))
