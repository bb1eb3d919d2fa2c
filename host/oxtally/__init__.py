"""The laptop side of Oxtally."""

__version__ = "0.1.0"
