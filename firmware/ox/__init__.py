"""The device package: everything that runs on the Pico. `core` also runs on the laptop, unchanged."""

VERSION = "0.1.0"  # of the firmware; the laptop's tool has the same
