"""What is well with a device and what is not, and what to do about it.

    finding  one thing that was looked at
    ports    where a device may be, and what stands between it and this computer
    crashes  what the device keeps of its crashes
    silent   a port on which nobody says hello
    state    what a device says of itself
    games    its journals, fetched and checked, and its memory
    look     all of it, for one port

A module imports those above it, oxtally.link and oxtally.errors; silent also oxtally.install, games oxtally.store.
Nothing here changes anything on the device, except that a firmware which does not answer is started anew.
"""
