"""The laptop's end of the line to a device.

    transport  bytes to and from a port, whatever pyserial can open
    said       what a device says, as data
    exchange   one request, asked until it is answered, over a line that may be bad
    session    all that can be asked of a device
    discover   the devices that are plugged in

A module imports those before it, ox.link.protocol, which the device uses as well, and oxtally.errors.
"""
