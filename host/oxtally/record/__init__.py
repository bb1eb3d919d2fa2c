"""The table record: one game as text.

    text    lines and words: quotes, comments, limits
    play    one play, `24+slide=13@4>2`, to and from its parts
    read    a record to events
    write   events to a record in canonical form

Events are the common form: everything else on the laptop works on those. docs/record.md describes the format.
"""

from oxtally.record.read import read_record
from oxtally.record.write import write_record

__all__ = ["read_record", "write_record"]
