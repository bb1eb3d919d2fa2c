"""What the device says, in each language: one table a language, with the same entries. Only the one in use is loaded.

A `%` stands where a name or a number goes. Lines that have to fit the screen are measured by a test. A table is one
long text, and the names of the entries are another one: dicts would cost three times the room on the flash. Imports
ox.once.
"""

from ox.once import forget

LANGUAGES = ("en", "fr", "de")


def load(language: str) -> dict[str, str]:
    """The words of a language by their entries; English if there is no such table."""
    from .entries import ENTRIES

    if language == "fr":
        from .fr import TEXTS
    elif language == "de":
        from .de import TEXTS
    else:
        language = "en"
        from .en import TEXTS
    words = dict(zip(ENTRIES.split("|"), TEXTS.split("|")))
    forget("ox.words", "entries")
    forget("ox.words", language)
    return words
