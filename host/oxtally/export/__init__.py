"""Games of the store for other programs.

    tables   rows for a spreadsheet, in three degrees of detail
    objects  JSON
    files    where it goes: standard output, a file that is whole or not there, a folder

Columns and keys are stable: docs/export.md lists them, and a test holds them. Imports kept and story.
"""
