"""The device package: everything that runs on the Pico. `core` also runs on the laptop, unchanged."""
