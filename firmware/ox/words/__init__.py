"""What the device says, in each language: one table a language, with the same entries. Only the one in use is loaded.

A `%` stands where a name or a number goes. Lines that have to fit the screen are measured by a test.
"""

from . import en

LANGUAGES = ("en", "fr", "de")


def load(language: str) -> dict[str, str]:
    """The words of a language; English if there is no such table."""
    if language == "fr":
        from . import fr

        return fr.WORDS
    if language == "de":
        from . import de

        return de.WORDS
    return en.WORDS
