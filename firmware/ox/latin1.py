"""Latin-1 text: the core and the fonts know bytes, people and files know str. MicroPython's encode knows UTF-8 only."""


def to_bytes(text: str) -> bytes:
    """Raises ValueError for a character that is not in Latin-1."""
    return bytes([ord(letter) for letter in text])


def to_str(data: bytes) -> str:
    return "".join([chr(letter) for letter in data])


def is_name(text: str) -> bool:
    """Whether the core would take it for a player's name."""
    for letter in text:
        if not 0x20 <= ord(letter) < 0x100 or 0x7F <= ord(letter) < 0xA0 or letter == '"':
            return False
    return 1 <= len(text) <= 12
